// Plays a video above its page. Without this, it has a page of its own, which this takes its content from.
{
  const dialog = document.createElement('dialog')
  dialog.className = 'player-dialog'
  // What is closed plays no more, and is connected to nobody.
  dialog.addEventListener('close', () => dialog.replaceChildren())

  async function show(address) {
    const reply = await fetch(address, { headers: { accept: 'text/html' } })
    const shown = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const player = shown.querySelector('.player')
    if (!player) throw new Error('There is no player')
    const heading = shown.querySelector('h1')
    dialog.setAttribute('aria-label', heading.textContent)
    dialog.replaceChildren(document.importNode(heading, true), document.importNode(player, true))
    if (!dialog.isConnected) document.body.append(dialog)
    if (!dialog.open) dialog.showModal()
    const first = dialog.querySelector('iframe, a')
    first.focus()
  }

  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if (event.target === dialog || event.target.closest('.player-dialog [data-close]')) {
      event.preventDefault()
      dialog.close()
      return
    }
    const link = event.target.closest('a[data-player]')
    if (!link) return
    event.preventDefault()
    show(link.href).catch(() => location.assign(link.href))
  })
}
