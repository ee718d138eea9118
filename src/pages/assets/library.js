// The day where the reader is, which a server does not know, and the sheet on which something is logged, opened on the
// page that leads to it. Its link works without this.

// A block of its own, because scripts of a page share their names.
{
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  const today = parts.map((part) => String(part).padStart(2, '0')).join('-')
  /** Fills the fields in which the server would put its own day. */
  const fillDays = (within) => {
    for (const field of within.querySelectorAll('[data-today]')) field.value = today
  }
  fillDays(document)

  /** Whoever chooses a day means that day. */
  document.addEventListener('input', ({ target }) => {
    if (target.matches('.marking [name=on]')) target.form.querySelector('[value=day]').checked = true
  })

  const sheetIn = async (address) => {
    const reply = await fetch(address, { headers: { accept: 'text/html' } })
    const shown = new DOMParser().parseFromString(await reply.text(), 'text/html')
    return { sheet: shown.querySelector('[data-sheet]'), title: shown.querySelector('h1') }
  }

  function open({ sheet, title }, link) {
    const dialog = Object.assign(document.createElement('dialog'), { className: 'sheet' })
    title.id = 'sheet-title'
    dialog.setAttribute('aria-labelledby', title.id)
    const close = Object.assign(document.createElement('button'), { className: 'link', type: 'button' })
    close.textContent = link.dataset.opensSheet
    close.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => {
      dialog.remove()
      document.getElementById(link.id)?.focus()
    })
    dialog.append(title, sheet, close)
    fillDays(dialog)
    document.body.append(dialog)
    dialog.showModal()
  }

  document.addEventListener('click', async (event) => {
    const link = event.target.closest('[data-opens-sheet]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || document.querySelector('dialog.sheet')) return
    event.preventDefault()
    const found = await sheetIn(link.href).catch(() => ({}))
    if (found.sheet && found.title) open(found, link)
    else location.assign(link.href)
  })
}
