// Rows of a form come when their section is opened, and are ordered by dragging: their order in the form is what is
// sent. Buttons work without this.
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

  /** Names of countries and languages come with the first field that lists them; codes are typed without them. */
  let names
  document.addEventListener('focusin', async ({ target }) => {
    const { codes } = target.form?.dataset ?? {}
    if (!codes || target.list || !/^(countries|languages)$/.test(target.getAttribute('list'))) return
    names ??= fetch(codes).then((reply) => reply.json())
    const lists = Object.entries(await names.catch(() => ({})))
    for (const [id, known] of lists.filter(([id]) => !document.getElementById(id))) {
      const options = known.map(([value, textContent]) =>
        Object.assign(document.createElement('option'), { value, textContent }),
      )
      const list = Object.assign(document.createElement('datalist'), { id })
      list.append(...options)
      document.body.append(list)
    }
  })

  /** Entries of a large section come when it is opened. */
  function fill({ target: section }) {
    if (!section.open || !section.closest('[data-edit]') || section.querySelector('.edit-row')) return
    section.querySelector('button[value^="more|"]')?.click()
  }
  document.addEventListener('toggle', fill, true)

  addHandles()
  new MutationObserver(addHandles).observe(document.querySelector('main'), { childList: true, subtree: true })
}
