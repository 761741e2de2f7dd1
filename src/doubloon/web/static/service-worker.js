// Shows messages while no page is open, and leads to the table. It keeps and changes nothing else.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  // The same tag: a message that comes twice is shown once.
  const shown = { body, tag, data: { url }, icon: "/static/icon-192.png", badge: "/static/badge-96.png" };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

async function open(url) {
  const path = new URL(url).pathname;
  for (const page of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    if (new URL(page.url).pathname === path) return page.focus();
  }
  return self.clients.openWindow(path);
}
