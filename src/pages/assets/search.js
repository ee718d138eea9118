// Suggests titles and people while somebody types into a search field, as a combobox with a list box. The form works
// without this.

/** Letters from which on the server suggests anything. */
const minLetters = 2
/** Who types fast is not asked for at every letter. */
const pauseMs = 90
/** Suggestions that are remembered until the page is left. */
const maxRemembered = 100

const element = (name, properties = {}, attributes = {}) => {
  const made = Object.assign(document.createElement(name), properties)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

/** A page whose address names its language leads to others in that language. */
const [, kept] = /[?&](lang=[a-z]+)/.exec(location.search) ?? []
const keeping = (address) => (kept ? `${address}${address.includes('?') ? '&' : '?'}${kept}` : address)

/** One suggestion: a link, so that it can be opened in another tab, too. Names are text and never markup. */
function optionOf({ media_type, id, name, lang, note, address, picture, letter }, optionId) {
  const shape = media_type === 'person' ? 'round' : 'upright'
  const frame = element('span', { className: `picture ${shape} hue-${id % 6}` }, { 'aria-hidden': 'true' })
  frame.dataset.letter = letter
  if (picture) frame.append(element('img', { src: picture, alt: '', width: 40, height: 60, decoding: 'async' }))
  const title = element('span', { className: 'name', textContent: name }, lang ? { lang } : {})
  const option = element(
    'a',
    { id: optionId, href: keeping(address), tabIndex: -1 },
    { role: 'option', 'aria-selected': 'false' },
  )
  option.dataset.id = id
  option.append(frame, title, ' ', element('span', { className: 'note', textContent: note }))
  return option
}

/** Asks the server, once for each text that is typed into a field of this page. */
function suggestionsIn(language, from = '/search/suggest') {
  const remembered = new Map()
  return async (query, signal) => {
    const known = remembered.get(query)
    if (known) return known
    const address = `${from}${from.includes('?') ? '&' : '?'}${new URLSearchParams({ query, language })}`
    const reply = await fetch(address, { signal, credentials: 'omit' })
    if (!reply.ok) throw new Error(`The server answers ${reply.status}`)
    const found = await reply.json()
    if (remembered.size === maxRemembered) remembered.clear()
    remembered.set(query, found)
    return found
  }
}

/** Puts a list box and a line for those who listen behind a field. One of the options may be active. */
function listBoxFor(field) {
  const id = `${field.id}-suggestions`
  const label = field.dataset.suggestions
  const list = element('div', { id, className: 'suggestions', hidden: true }, { role: 'listbox', 'aria-label': label })
  const status = element('p', { className: 'unseen' }, { role: 'status' })
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': id,
    ...(field.type === 'search' && { 'aria-keyshortcuts': '/' }),
    // What the browser itself would suggest would cover the list.
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  }
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
  field.after(list, status)
  let active = -1

  function activate(index) {
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = list.children[active]
    if (!option) return field.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', option.id)
  }

  function show({ says, suggestions }) {
    list.replaceChildren(...suggestions.map((one, index) => optionOf(one, `${id}-${index}`)))
    list.hidden = suggestions.length === 0
    field.setAttribute('aria-expanded', String(!list.hidden))
    status.textContent = says
    activate(-1)
  }

  const close = () => show({ says: '', suggestions: [] })
  close()
  // The field keeps the focus while somebody clicks.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  return {
    show,
    close,
    isOpen: () => !list.hidden,
    active: () => list.children[active],
    // Behind the last option, and before the first one, none is active.
    next: () => activate(active + 1 < list.children.length ? active + 1 : -1),
    previous: () => activate(active < 0 ? list.children.length - 1 : active - 1),
  }
}

function suggestIn(field) {
  const box = listBoxFor(field)
  const find = suggestionsIn(field.dataset.suggest, field.dataset.from)
  let asking = new AbortController()
  let timer

  function close() {
    clearTimeout(timer)
    asking.abort()
    box.close()
  }

  async function ask() {
    const query = field.value.trim()
    if ([...query].length < minLetters) return close()
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    try {
      const found = await find(query, signal)
      if (!signal.aborted) box.show(found)
    } catch {
      // Without suggestions, or where the server has no time for them, the form still searches.
      if (!signal.aborted) close()
    }
  }

  /** What a key does; keys that are not here, or not now, do what they do in every field. */
  const keys = {
    ArrowDown: () => (box.isOpen() ? box.next : ask),
    ArrowUp: () => box.isOpen() && box.previous,
    Enter: () => box.active() && (() => box.active().click()),
    Escape: () => box.isOpen() && close,
  }
  field.addEventListener('keydown', (event) => {
    const { key, isComposing, altKey, ctrlKey, metaKey } = event
    const act = !isComposing && !altKey && !ctrlKey && !metaKey && keys[key]?.()
    if (!act) return
    event.preventDefault()
    act()
  })
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, pauseMs)
  })
  field.addEventListener('blur', close)
  field.form.addEventListener('submit', close)
  addEventListener('pagehide', close)
}

document.querySelectorAll('input[data-suggest]').forEach(suggestIn)
const fields = [...document.querySelectorAll('input[type=search][data-suggest]')]

const isTyping = (target) => target.isContentEditable || target.matches('input, textarea, select')

// The slash leads to the field of the page itself, if it has one, else to that of the header.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  const field = fields.at(-1)
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
})
