// Changes a tree in the page into another one and keeps every element that stays, so that focus, scroll places, open details and typed words stay too.

function isSame(old, next) {
  return old.nodeType === next.nodeType && old.nodeName === next.nodeName && (old.id ?? "") === (next.id ?? "");
}

function copyAttributes(old, next) {
  for (const { name, value } of [...next.attributes]) {
    if (old.getAttribute(name) !== value && !(name === "open" && old.nodeName === "DETAILS")) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    // `style` is only ever set by the script, for transitions; whether details are open is the reader's choice.
    if (!next.hasAttribute(name) && name !== "style" && name !== "open") old.removeAttribute(name);
  }
}

function morphChildren(old, next) {
  const keyed = new Map();
  for (const child of old.children) if (child.id) keyed.set(child.id, child);
  let here = old.firstChild;
  for (const wanted of [...next.childNodes]) {
    const kept = wanted.id ? keyed.get(wanted.id) : undefined;
    if (kept && kept.nodeName === wanted.nodeName) {
      if (kept === here) here = here.nextSibling;
      else old.insertBefore(kept, here);
      morph(kept, wanted);
    } else if (here && isSame(here, wanted)) {
      const current = here;
      here = here.nextSibling;
      morph(current, wanted);
    } else {
      old.insertBefore(wanted, here);
    }
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

export function morph(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  copyAttributes(old, next);
  // A hidden field that was set by a script would keep its value in spite of the attribute; a field that somebody types in must.
  if (old.nodeName === "INPUT" && old.type === "hidden") old.value = next.value;
  morphChildren(old, next);
}
