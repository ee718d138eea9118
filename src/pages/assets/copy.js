// Copies what stands beside a button, and hands a page to the sharing of the system where there is one.

{
  const { clipboard } = navigator

  for (const button of document.querySelectorAll('button[data-copy]')) {
    if (!clipboard) break
    const label = button.textContent
    // What changed is told to those who listen, too.
    button.setAttribute('aria-live', 'polite')
    button.hidden = false
    button.addEventListener('click', async () => {
      const text = button.dataset.copy || button.parentElement.querySelector('code').textContent
      try {
        await clipboard.writeText(text)
        button.textContent = button.dataset.done
        setTimeout(() => {
          button.textContent = label
        }, 2_000)
      } catch {
        // Where the browser refuses, the text can still be selected.
        button.hidden = true
      }
    })
  }

  const share = document.querySelector('details[data-share] > summary')
  if (share && navigator.share)
    share.addEventListener('click', (event) => {
      event.preventDefault()
      const { share: url, title } = share.parentElement.dataset
      // Who changes their mind has done nothing wrong.
      navigator.share({ url, title }).catch(() => {})
    })
}
