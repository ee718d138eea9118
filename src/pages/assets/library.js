// The day where the reader is, which a server does not know: it fills the fields in which the server would put its own.

// A block of its own, because scripts of a page share their names.
{
  const now = new Date()
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  const today = parts.map((part) => String(part).padStart(2, '0')).join('-')
  for (const field of document.querySelectorAll('[data-today]')) field.value = today
}
