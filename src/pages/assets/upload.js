// Shows a picture before it is sent, and how far any file has come. The form works without this.

function enhance() {
  const form = document.querySelector('form[data-upload]')
  if (!form) return
  const chosen = form.querySelector('input[type=file]')
  const preview = form.querySelector('[data-preview]')
  const progress = form.querySelector('progress')
  const status = form.querySelector('[data-status]')

  // A canvas, because an image that stands in the page could not be shown from memory.
  if (preview)
    chosen.addEventListener('change', async () => {
      preview.hidden = true
      const [file] = chosen.files
      if (!file) return
      const picture = await createImageBitmap(file).catch(() => undefined)
      if (!picture) return
      const canvas = preview.querySelector('canvas')
      const scale = Math.min(1, 480 / picture.width, 480 / picture.height)
      canvas.width = Math.max(1, Math.round(picture.width * scale))
      canvas.height = Math.max(1, Math.round(picture.height * scale))
      canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
      preview.querySelector('figcaption').textContent = `${picture.width} × ${picture.height}`
      preview.hidden = false
    })

  form.addEventListener('submit', (event) => {
    if (!chosen.files.length) return
    event.preventDefault()
    const request = new XMLHttpRequest()
    const button = form.querySelector('button.primary')
    const fail = () => {
      progress.hidden = true
      button.disabled = false
      status.textContent = status.dataset.failed
    }
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (!lengthComputable) return
      progress.value = loaded / total
      status.textContent = loaded < total ? `${Math.floor((100 * loaded) / total)} %` : status.dataset.working
    })
    request.addEventListener('load', () => {
      // Some forms lead to a page with scripts of its own.
      if (form.dataset.upload === 'leads' && request.responseURL !== location.href) {
        location.assign(request.responseURL)
        return
      }
      const shown = new DOMParser().parseFromString(request.responseText, 'text/html')
      const main = shown.querySelector('main')
      if (!main) return fail()
      document.title = shown.title
      if (request.responseURL !== location.href) history.pushState(null, '', request.responseURL)
      document.querySelector('main').replaceWith(main)
      scrollTo(0, 0)
      const next = main.querySelector('[role=alert], h1')
      next?.setAttribute('tabindex', '-1')
      next?.focus()
      enhance()
    })
    request.addEventListener('error', fail)
    request.addEventListener('timeout', fail)
    progress.hidden = false
    button.disabled = true
    request.open('POST', form.action)
    request.setRequestHeader('accept', 'text/html')
    request.send(new FormData(form))
  })
}

enhance()

// Leaving by the browser's own button has to load the page before anew, since its content was replaced.
addEventListener('popstate', () => location.reload())
