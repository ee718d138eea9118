// Keeps what is typed into forms of records until it is saved, and offers it when the form opens again. Each
// account and each opened form has its own. Signing out forgets all; forms work without it. (Decision 0126.)
{
  const prefix = 'draft '
  const keptMs = 14 * 86_400_000
  const mostDrafts = 20
  const pauseMs = 400
  /** Of one rendering. */
  const unkept = ['form_token', 'seen', 'act']

  const formNow = () => document.querySelector('form[data-draft]')
  const forget = ({ key }) => localStorage.removeItem(key)
  const fieldsOf = (form) =>
    `${new URLSearchParams([...new FormData(form)].filter(([name]) => !unkept.includes(name)))}`

  /** A browser may refuse to keep anything, or have no room. */
  function attempt(work) {
    try {
      return work()
    } catch {
      return null
    }
  }
  const read = (key) => attempt(() => JSON.parse(localStorage.getItem(key)))
  const write = (key, draft) => attempt(() => localStorage.setItem(key, JSON.stringify(draft)))

  /** The newest first. */
  const drafts = () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ key, at: 0, ...read(key) }))
      .sort((one, other) => other.at - one.at)

  /** The tab remembers the name of its draft from page to page. */
  function newKey(of) {
    const key = `${of}${Date.now()}.${Math.random()}`
    sessionStorage.setItem('draft', key)
    return key
  }

  /** The server shows a draft with all of its rows, and with what others have changed. */
  function bringBack({ key, fields }) {
    const form = formNow()
    const again = Object.assign(document.createElement('form'), { method: 'post', action: form.getAttribute('action') })
    const token = form.elements.form_token.value
    for (const [name, value] of [['form_token', token], ['act', 'look'], ...new URLSearchParams(fields)])
      again.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    sessionStorage.setItem('draft', key)
    document.body.append(again)
    again.submit()
  }

  function offer(template, draft) {
    const shown = template.content.firstElementChild.cloneNode(true)
    const at = new Date(draft.at)
    const day = at.toDateString() === new Date().toDateString() ? {} : { dateStyle: 'medium' }
    shown.querySelector('span').textContent = at.toLocaleString(document.documentElement.lang, {
      ...day,
      timeStyle: 'short',
    })
    shown.addEventListener('click', ({ target }) => {
      if (target.dataset.act === 'back') bringBack(draft)
      if (target.dataset.act !== 'discard') return
      forget(draft)
      shown.remove()
      document.querySelector('main').focus()
    })
    template.before(shown)
  }

  function watch(form) {
    const of = `${prefix}${form.dataset.draft} `
    // A form that was sent and comes back goes on with its draft; one that is opened begins anew.
    const isAnswer = 'answer' in form.dataset
    const known = sessionStorage.getItem('draft')
    let key = isAnswer && known?.startsWith(of) ? known : newKey(of)
    const first = fieldsOf(form)
    let timer

    function keep() {
      clearTimeout(timer)
      timer = undefined
      const fields = fieldsOf(formNow() ?? form)
      if (fields !== first) write(key, { at: Date.now(), fields })
      else if (!isAnswer) forget({ key })
    }
    function soon() {
      clearTimeout(timer)
      timer = setTimeout(keep, pauseMs)
    }

    const sent = read(key)
    if (sent) write(key, { ...sent, isSent: false })
    const template = document.querySelector('template[data-drafts]')
    const others = isAnswer ? [] : drafts().filter((draft) => draft.key.startsWith(of))
    for (const draft of others.slice(0, 3)) offer(template, draft)

    document.addEventListener('input', ({ target }) => target.closest?.('[data-draft]') && soon())
    // Rows come and go.
    new MutationObserver(soon).observe(document.querySelector('main'), { childList: true })
    document.addEventListener('submit', ({ target, submitter }) => {
      if (!target.matches('[data-draft]')) return
      keep()
      sessionStorage.setItem('draft', key)
      const draft = read(key)
      if (draft && submitter?.value === 'save') write(key, { ...draft, isSent: true })
    })
    addEventListener('pagehide', () => timer !== undefined && keep())
    // A tab that was duplicated has the same name.
    addEventListener('storage', (event) => {
      if (event.key === key && event.newValue !== null) key = newKey(of)
    })
  }

  attempt(() => {
    document.addEventListener('submit', ({ target }) => {
      if (target.getAttribute('action') === '/logout') drafts().forEach(forget)
    })
    const key = sessionStorage.getItem('draft')
    if (document.querySelector('[data-saved]') && read(key)?.isSent) forget({ key })
    drafts().forEach((draft, place) => {
      if (place >= mostDrafts || Date.now() - draft.at > keptMs) forget(draft)
    })
    const form = formNow()
    if (form) watch(form)
  })
}
