import { type Html, html, trusted } from '../html.ts'

/** Outlines of the signs for what people keep, in a square of 24. */
const outlines = {
  star: trusted('<path d="M12 2l3 7.1 7.6.6-5.8 5 1.8 7.4L12 18.1 5.4 22.1l1.8-7.4-5.8-5L9 9.1z"/>'),
  heart: trusted(
    '<path d="M12 21C5.6 16.6 2 13.1 2 8.9 2 5.9 4.3 4 6.9 4 9 4 10.9 5.1 12 7c1.1-1.9 3-3 5.1-3C19.7 4 22 5.9 ' +
      '22 8.9c0 4.2-3.6 7.7-10 12.1z"/>',
  ),
  check: trusted('<path d="M9.5 19.5L2.5 12.5l2.6-2.6 4.4 4.4L18.9 4.9l2.6 2.6z"/>'),
  house: trusted('<path d="M12 3L2 12h3v9h5v-6h4v6h5v-9h3z"/>'),
  bookmark: trusted('<path d="M6 2h12v20l-6-4.6L6 22z"/>'),
}

/** A sign beside a text that says the same. */
export const icon = (name: keyof typeof outlines): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${outlines[name]}</svg>`
