// Messages to this browser while no page is open: asks the person, subscribes, and sends the form that adds the channel.

const form = document.getElementById("push");
const why = form.querySelector(".why");
const canPush = "serviceWorker" in navigator && "PushManager" in window;

if (!canPush) form.hidden = true;

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

async function subscribe() {
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of another key would belong to another server, or to an older key of this one.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    form.elements.address.value = JSON.stringify(await subscribe());
  } catch {
    why.textContent = form.dataset.failed;
    return;
  }
  form.submit();
});
