// Chooses a record that is suggested for a filter of discover: its id goes into the form, which is sent. Without this
// the suggestions are links to lists with this record alone, and without any script the first match of a name is taken.
{
  /** As many as the page reads. */
  const most = 10

  function choose(field, id) {
    const { form } = field
    const name = field.dataset.chooses
    const hidden =
      form.elements.namedItem(name) ?? Object.assign(document.createElement('input'), { type: 'hidden', name })
    const known = hidden.value.split(/[,|]/).filter((one) => one !== '' && one !== id)
    const separator = hidden.value.includes('|') ? '|' : ','
    hidden.value = [...known.slice(0, most - 1), id].join(separator)
    form.append(hidden)
    field.value = ''
    form.requestSubmit()
  }

  for (const field of document.querySelectorAll('[data-chooses]'))
    field.parentElement.addEventListener('click', (event) => {
      const option = event.target.closest('[role=option]')
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
      if (!option || opensElsewhere) return
      event.preventDefault()
      choose(field, option.dataset.id)
    })
}
