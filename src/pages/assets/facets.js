// Counts beside the list of discover: how many of its titles have each genre, are of each decade and country. They are
// loaded after the page, which works without them. Names are those of the form's options.

// A block of its own, because scripts of a page share their names.
{
  /** Values of one kind that are shown; the most common come first. */
  const most = 12

  const place = document.querySelector('[data-facets]')

  /** The address of the same list with one more choice. */
  function addressWith(name, value) {
    const address = new URL(location.href)
    address.searchParams.set(name, value)
    address.searchParams.delete('page')
    if (name === 'decade') address.searchParams.delete('year')
    return address.href
  }

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children)
    return made
  }

  /** One kind of count; nothing where it has less than two values. */
  function listOf(name, counted, format) {
    const names = new Map([...document.getElementById(name).options].map((option) => [option.value, option.text]))
    const current = new URL(location.href).searchParams.get(name)
    const shown = counted.filter(({ value }) => names.has(value)).slice(0, most)
    if (shown.length < 2) return []
    const rows = shown.map(({ value, count }) => {
      const link = element('a', { href: addressWith(name, value), textContent: names.get(value) })
      if (value === current) link.setAttribute('aria-current', 'true')
      return element('li', {}, link, ' ', element('span', { className: 'note', textContent: format.format(count) }))
    })
    return [element('h2', { textContent: place.dataset[name] }), element('ul', {}, ...rows)]
  }

  async function load() {
    const reply = await fetch(place.dataset.facets, { credentials: 'omit' })
    if (!reply.ok) return
    const { of, genres, decades, countries } = await reply.json()
    const format = new Intl.NumberFormat(place.lang)
    const among = place.dataset.among.replace('#', format.format(of))
    const notes = of < Number(place.dataset.most) ? [] : [element('p', { className: 'note', textContent: among })]
    const lists = [
      ...listOf('genre', genres, format),
      ...listOf('decade', decades, format),
      ...listOf('country', countries, format),
    ]
    if (lists.length === 0) return
    place.replaceChildren(...notes, ...lists)
    place.hidden = false
  }

  // Whoever has no counts still has the form.
  if (place) load().catch(() => {})
}
