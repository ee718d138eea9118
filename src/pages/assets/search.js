// Suggests titles and people while somebody types into a search field, as a combobox with a list box. The form works
// without this.

/** Letters from which on the server suggests anything. */
const minLetters = 2
/** Who types fast is not asked for at every letter. */
const pauseMs = 90
/** Suggestions that are remembered until the page is left. */
const maxRemembered = 100

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

function suggestIn(field) {
  const box = globalThis.listBoxFor(field)
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
