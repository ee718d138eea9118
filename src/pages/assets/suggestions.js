// The list box of suggestions behind a field. search.js, which is loaded after it, fills it.

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

/** Puts a list box and a line for those who listen behind a field. One of the options may be active. */
globalThis.listBoxFor = (field) => {
  const id = `${field.id}-suggestions`
  const label = field.dataset.suggestions
  const list = element('div', { id, className: 'suggestions', hidden: true }, { role: 'listbox', 'aria-label': label })
  // Forms of records say what becomes of a name that nothing has; who listens hears it from the line below.
  const { notThere = '' } = field.form.dataset
  const none = element('p', { className: 'suggestions', hidden: true }, { 'aria-hidden': 'true' })
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
  field.after(list, none, status)
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

  function show({ says, is_building, suggestions }) {
    list.replaceChildren(...suggestions.map((one, index) => optionOf(one, `${id}-${index}`)))
    list.hidden = suggestions.length === 0
    field.setAttribute('aria-expanded', String(!list.hidden))
    // Nobody knows yet whether it is there while the index is built.
    none.textContent = is_building ? says : notThere
    none.hidden = none.textContent === '' || says === '' || !list.hidden
    status.textContent = none.hidden ? says : none.textContent
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
