// Copies code, and tries requests of the reference. Keys stay in the memory of the page: they get neither into an
// address nor into what the browser keeps.
{
  const element = (name, properties) => Object.assign(document.createElement(name), properties)

  function addCopying(block) {
    const { copy, copied } = block.dataset
    const button = element('button', { type: 'button', className: 'button small copy', textContent: copy })
    const said = element('span', { className: 'unseen' })
    said.setAttribute('role', 'status')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent)
      button.textContent = copied
      said.textContent = copied
      setTimeout(() => {
        button.textContent = copy
        said.textContent = ''
      }, 2000)
    })
    const frame = element('div', { className: 'code-frame' })
    block.replaceWith(frame)
    frame.append(block, button, said)
  }
  // Only pages that came by a secure connection may write to the clipboard.
  if (navigator.clipboard) for (const block of document.querySelectorAll('pre[data-copy]')) addCopying(block)

  // The language that somebody chose is that of the next page, too. Where the browser keeps nothing, it is not.
  const CHOICE = 'code-language'
  const attempt = (act) => {
    try {
      return act()
    } catch {
      return undefined
    }
  }
  for (const choice of document.querySelectorAll('.code-choice')) {
    const chosen = attempt(() => localStorage.getItem(CHOICE))
    for (const button of choice.querySelectorAll('input')) if (button.value === chosen) button.checked = true
    choice.addEventListener('change', ({ target }) => attempt(() => localStorage.setItem(CHOICE, target.value)))
  }

  /** Writes the key into the examples while that is chosen, and takes it out again. */
  function addFilling(form) {
    const [key, choice] = [form.querySelector('#try-key'), form.querySelector('#try-fill')]
    const codes = [...document.querySelectorAll('.code-example pre code')].map((code) => [code, code.textContent])
    const fill = () => {
      const value = choice.checked ? key.value.trim() : ''
      for (const [code, text] of codes)
        code.textContent = value === '' ? text : text.replace(/\bYOUR_(?:KEY|TOKEN)\b/g, () => value)
    }
    for (const field of [key, choice]) field.addEventListener('input', fill)
  }

  function requestOf(form) {
    let { path } = form.dataset
    const query = new URLSearchParams()
    for (const { value, dataset } of form.querySelectorAll('[data-in]')) {
      if (dataset.in === 'path') path = path.replace(`{${dataset.name}}`, encodeURIComponent(value))
      else if (value !== '') query.set(dataset.name, value)
    }
    const headers = { accept: 'application/json' }
    const key = form.querySelector('#try-key').value.trim()
    if (key !== '') headers.authorization = `Bearer ${key}`
    const body = form.querySelector('#try-body')?.value
    if (body) headers['content-type'] = 'application/json'
    const address = query.size > 0 ? `${path}?${query}` : path
    return [address, { method: form.dataset.method, headers, body, cache: 'no-store', credentials: 'omit' }]
  }

  async function send(form) {
    const [status, reply] = [form.querySelector('[role=status]'), form.querySelector('pre')]
    const [address, options] = requestOf(form)
    const startMs = performance.now()
    try {
      const answer = await fetch(address, options)
      const text = await answer.text()
      status.textContent = `${answer.status} ${answer.statusText} · ${Math.round(performance.now() - startMs)} ms`
      reply.textContent = answer.headers.get('content-type')?.includes('json')
        ? JSON.stringify(JSON.parse(text), undefined, 2)
        : text
      reply.hidden = false
    } catch {
      status.textContent = form.dataset.failed
      reply.hidden = true
    }
  }

  for (const form of document.querySelectorAll('form.try')) {
    form.hidden = false
    addFilling(form)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      send(form)
    })
  }
}
