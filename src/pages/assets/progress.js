// Shows how far a job is without loading its page anew; without this the browser does that.

const REST_MS = 1500

async function look() {
  const shown = document.querySelector('[data-live]')
  if (!shown) return
  try {
    const reply = await fetch(location.href, { headers: { accept: 'text/html' } })
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const live = next.querySelector('[data-live]')
    // It has ended: the page says how.
    if (!live) return location.reload()
    const parts = ['[role=status]', 'progress']
    for (const part of parts) {
      const [old, fresh] = [shown.querySelector(part), live.querySelector(part)]
      if (old && fresh && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh)
    }
  } catch {
    // The next look tries again.
  }
  setTimeout(look, REST_MS)
}

setTimeout(look, REST_MS)
