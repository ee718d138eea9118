// Rates, marks and lists a title without leaving its page. The forms work without this.

// A block of its own, because scripts of a page share their names.
{
  /** Who chooses stars with the arrow keys passes others on the way. */
  const pauseMs = 700

  const partsOf = (shown) => [...shown.querySelectorAll('[data-kept]')]
  const said = Object.assign(document.createElement('p'), { className: 'kept-said' })
  said.setAttribute('role', 'status')
  document.querySelector('[data-kept=panel], [data-kept=items]')?.after(said)

  /** Replaces the parts by those of a page that was loaded, and keeps the focus and what is open. */
  function show(shown) {
    const focused = document.activeElement?.id
    const opened = [...document.querySelectorAll('[data-kept] details[open]')].map(({ id }) => id)
    const fresh = new Map(partsOf(shown).map((part) => [part.dataset.kept, part]))
    for (const part of partsOf(document)) {
      const other = fresh.get(part.dataset.kept)
      if (other) part.replaceWith(other)
    }
    for (const menu of document.querySelectorAll('[data-kept] details')) menu.open = opened.includes(menu.id)
    if (document.activeElement !== document.body || !focused) return
    const next = document.getElementById(focused) ?? document.querySelector('[data-kept] input[type=radio]')
    next?.focus()
  }

  /** A refusal is a page of its own. */
  function leaveTo(shown) {
    document.title = shown.title
    const main = shown.querySelector('main')
    document.querySelector('main').replaceWith(main)
    main.focus()
  }

  async function send(action, body) {
    said.textContent = ''
    const reply = await fetch(action, { method: 'POST', body, headers: { accept: 'text/html' } })
    const shown = new DOMParser().parseFromString(await reply.text(), 'text/html')
    if (partsOf(shown).length === 0) return leaveTo(shown)
    show(shown)
    said.textContent = shown.querySelector('main .notice')?.textContent ?? ''
  }

  // One after the other, so that the last click is the last that the server sees.
  let sending = Promise.resolve()
  let timer

  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!form.closest('[data-kept]')) return
    event.preventDefault()
    clearTimeout(timer)
    const body = new URLSearchParams(new FormData(form, submitter))
    const { failed } = form.closest('[data-kept]').dataset
    sending = sending
      .then(() => send(form.action, body))
      .catch(() => {
        said.textContent = failed
      })
  })

  let isPassing = false
  document.addEventListener('pointerdown', () => {
    isPassing = false
  })

  // A digit is a rating, 0 that of ten points; only while the stars have the focus.
  document.addEventListener('keydown', (event) => {
    isPassing = event.key.startsWith('Arrow')
    const stars = event.target.closest?.('[data-kept] .stars')
    if (!stars || !/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const star = stars.querySelector(`[value="${event.key === '0' ? 10 : event.key}"]`)
    star.focus()
    star.click()
  })

  document.addEventListener('change', ({ target }) => {
    if (!target.matches('[data-kept] .stars input')) return
    clearTimeout(timer)
    const { form } = target
    if (isPassing) timer = setTimeout(() => form.requestSubmit(), pauseMs)
    else form.requestSubmit()
  })
}
