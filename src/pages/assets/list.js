// Lists are ordered by dragging, and shared by what the browser has for it. Buttons and links work without this.

// A block of its own, because scripts of a page share their names.
{
  const element = (name, properties) => Object.assign(document.createElement(name), properties)

  /** Handles for the mouse and for fingers; the keyboard has buttons. */
  function addHandles() {
    const list = document.querySelector('ol[data-drag]')
    for (const item of list?.children ?? []) {
      if (item.querySelector('.drag')) continue
      const handle = element('span', { className: 'drag', title: list.dataset.drag, textContent: '⠿' })
      handle.setAttribute('aria-hidden', 'true')
      item.prepend(handle)
    }
  }

  /** The item that has its middle below the pointer, before which the dragged one goes. */
  const below = (list, dragged, y) =>
    [...list.children].find((item) => {
      const { top, height } = item.getBoundingClientRect()
      return item !== dragged && y < top + height / 2
    }) ?? null

  document.addEventListener('pointerdown', (down) => {
    const handle = down.target.closest?.('.drag')
    if (!handle || down.button !== 0) return
    down.preventDefault()
    const item = handle.closest('li')
    const list = item.parentElement
    const before = [...list.children].indexOf(item)
    const dragging = new AbortController()
    const { signal } = dragging
    item.classList.add('dragged')
    document.addEventListener('pointermove', ({ clientY }) => list.insertBefore(item, below(list, item, clientY)), {
      signal,
    })
    const end = () => {
      dragging.abort()
      item.classList.remove('dragged')
      const now = [...list.children].indexOf(item)
      if (now === before) return
      // The form of a button is sent as if it said where to move.
      const form = item.querySelector('form')
      form.elements.act.value = 'move'
      form.elements.place.value = list.start + now
      form.requestSubmit()
    }
    document.addEventListener('pointerup', end, { signal })
    document.addEventListener('pointercancel', end, { signal })
  })

  function addSharing() {
    const place = document.querySelector('[data-share]')
    if (!place) return
    const { share: url, title, copy, send, copied } = place.dataset
    const said = element('span', { className: 'note' })
    said.setAttribute('role', 'status')
    const button = (textContent, act) => {
      const made = element('button', { type: 'button', className: 'button', textContent })
      made.addEventListener('click', () => act().catch(() => document.getElementById('share-link').select()))
      place.append(made)
    }
    const copyLink = async () => {
      await navigator.clipboard.writeText(url)
      said.textContent = copied
    }
    // Only pages that came by a secure connection may write to the clipboard.
    if (navigator.clipboard) button(copy, copyLink)
    if (navigator.share) button(send, () => navigator.share({ title, url }))
    place.append(said)
    place.hidden = false
  }

  addHandles()
  addSharing()
  new MutationObserver(addHandles).observe(document.querySelector('main'), { childList: true, subtree: true })
}
