// Passkeys: asks the device, and sends the form with its answer. The form is hidden where no script or browser can.

const form = document.querySelector('form[data-passkey]')
const kind = form?.dataset.passkey
const said = form?.querySelector('[role=alert]')
const parse =
  kind === 'create'
    ? window.PublicKeyCredential?.parseCreationOptionsFromJSON
    : window.PublicKeyCredential?.parseRequestOptionsFromJSON

/** The options of the page, or fresh ones for whoever signs in. */
async function optionsOf() {
  if (form.dataset.options) return JSON.parse(form.dataset.options)
  const body = new URLSearchParams({ form_token: form.elements.form_token.value })
  const reply = await fetch(form.dataset.ask, { method: 'POST', body })
  if (!reply.ok) throw new Error(String(reply.status))
  return reply.json()
}

async function ask(event) {
  event.preventDefault()
  said.hidden = true
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const publicKey = parse.call(PublicKeyCredential, await optionsOf())
    const made = await navigator.credentials[kind]({ publicKey })
    form.elements.credential.value = JSON.stringify(made.toJSON())
    form.submit()
  } catch (error) {
    // Whoever closes the question of the device knows that.
    said.textContent = error.name === 'InvalidStateError' ? form.dataset.known : form.dataset.failed
    said.hidden = false
    button.disabled = false
  }
}

if (form && parse) {
  form.hidden = false
  for (const note of document.querySelectorAll('[data-no-passkey]')) note.hidden = true
  form.addEventListener('submit', ask)
}
