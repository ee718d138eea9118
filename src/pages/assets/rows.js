// Rows of a form are ordered by dragging: their order in the form is what is sent. Buttons work without this.
{
  /** Handles for the mouse and for fingers; the keyboard has buttons. */
  function addHandles() {
    for (const list of document.querySelectorAll('ol[data-drag]'))
      for (const item of list.children) {
        if (item.querySelector('.drag')) continue
        const handle = Object.assign(document.createElement('span'), {
          className: 'drag',
          title: list.dataset.drag,
          textContent: '⠿',
        })
        handle.setAttribute('aria-hidden', 'true')
        item.prepend(handle)
      }
  }

  document.addEventListener('pointerdown', (down) => {
    const handle = down.target.closest?.('[data-edit] .drag')
    if (!handle || down.button !== 0) return
    down.preventDefault()
    const item = handle.closest('li')
    const list = item.parentElement
    const dragging = new AbortController()
    const { signal } = dragging
    item.classList.add('dragged')
    const move = ({ clientY }) => {
      const behind = [...list.children].find((other) => {
        const { top, height } = other.getBoundingClientRect()
        return other !== item && clientY < top + height / 2
      })
      list.insertBefore(item, behind ?? null)
    }
    const end = () => {
      dragging.abort()
      item.classList.remove('dragged')
      // Another order is something to save, too.
      item.dispatchEvent(new Event('input', { bubbles: true }))
    }
    document.addEventListener('pointermove', move, { signal })
    document.addEventListener('pointerup', end, { signal })
    document.addEventListener('pointercancel', end, { signal })
  })

  addHandles()
  new MutationObserver(addHandles).observe(document.querySelector('main'), { childList: true, subtree: true })
}
