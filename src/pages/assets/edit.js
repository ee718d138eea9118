// Makes the forms of records more convenient: records are suggested while somebody types their names, and rows come and
// go without a new page. Everything works without this.
{
  const addressOf = {
    person: '/discover/movie/suggest?choice=person',
    company: '/discover/movie/suggest?choice=company',
    keyword: '/discover/movie/suggest?choice=keyword',
  }

  /** Suggestions belong to a field from its first use on, because a form has hundreds of fields. */
  function suggestNames(field) {
    const from = addressOf[field.dataset.names]
    if (!from || field.dataset.suggest) return
    const { language, suggestions } = field.form.dataset
    field.dataset.suggest = language
    field.dataset.suggestions = suggestions
    field.dataset.from = from
    suggestIn(field)
  }

  document.addEventListener('focusin', ({ target }) => target.matches?.('[data-names]') && suggestNames(target))
  document.addEventListener('click', (event) => {
    const option = event.target.closest?.('[data-edit] [role=option]')
    if (!option || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    const field = option.closest('.field').querySelector('[data-names]')
    field.value = `${option.querySelector('.name').textContent} #${option.dataset.id}`
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.blur()
    field.focus()
  })

  let changed = false
  let sending = false
  document.addEventListener('input', ({ target }) => {
    if (target.closest?.('[data-edit]')) changed = true
  })

  /** Where the row of a button stands: in which list of its section, and at which place. */
  function placeOf(button) {
    const row = button.closest('.edit-row')
    const list = row?.closest('.edit-rows')
    const lists = [...(list?.closest('.edit-section')?.querySelectorAll('.edit-rows') ?? [])]
    return row && { list: lists.indexOf(list), at: [...list.children].indexOf(row), act: button.value.split('|')[0] }
  }

  /** The keyboard goes on at the row that was moved, or at the one that took the place of a removed one. */
  function buttonAfter(section, { list, at, act }) {
    const rows = section.querySelectorAll('.edit-rows')[list]
    const place = at + ({ up: -1, down: 1 }[act] ?? 0)
    const row = rows?.children[Math.max(0, Math.min(place, rows.children.length - 1))]
    return row?.querySelector(`button[value^="${act}|"]`) ?? rows?.nextElementSibling?.querySelector('button')
  }

  /** Sends the form for a button that only changes the form, and shows what comes back in its place. */
  async function change(form, button) {
    const body = new URLSearchParams(new FormData(form, button))
    const reply = await fetch(button.formAction, { method: 'POST', body, headers: { accept: 'text/html' } })
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const main = next.querySelector('[data-edit]')?.closest('main')
    if (!main) throw new Error(`The server answers ${reply.status}`)
    const isOpen = new Set([...form.querySelectorAll('details.edit-section[open]')].map(({ id }) => id))
    for (const section of main.querySelectorAll('details.edit-section')) section.open ||= isOpen.has(section.id)
    const rows = form.querySelectorAll('.edit-row').length
    const place = placeOf(button)
    form.closest('main').replaceChildren(...main.childNodes)
    const section = document.getElementById(decodeURIComponent(new URL(button.formAction).hash.slice(1)))
    const fresh = document.querySelectorAll('.edit-row').length > rows
    const lists = section?.querySelectorAll('.edit-row') ?? []
    const goesOn = section && place && buttonAfter(section, place)
    if (goesOn) return goesOn.focus()
    const added = button.value.startsWith('add|')
      ? [...lists].findLast((row) => row.querySelector('[name$="@key"]').value === '')
      : section
    ;(fresh && added ? added : (section ?? document.querySelector('[data-edit]')))
      ?.querySelector('input:not([type=hidden]), textarea, select, summary')
      ?.focus()
  }

  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!form.matches('[data-edit]')) return
    const act = submitter?.value ?? 'look'
    if (act === 'look' || act === 'save') {
      sending = true
      return
    }
    event.preventDefault()
    changed ||= !act.startsWith('more|')
    change(form, submitter).catch(() => {
      sending = true
      form.requestSubmit(submitter)
    })
  })

  // What was typed is not lost by a slip. A form that is sent brings all of it along.
  addEventListener('beforeunload', (event) => changed && !sending && event.preventDefault())
  changed = document.querySelector('.edit-summary') !== null
}
