import { type Html, html } from '../html.ts'

/** One of several pages that belong together: a list of all of them beside its title and content. */
type Placed = {
  /** What they have in common. */
  label: string
  places: readonly (readonly [address: string, label: string])[]
  /** Address of the current one. */
  present: string
  title: string
  content: Html
  /** The page with a list of all of them: where there is no room beside the content, it stands for the list. */
  list?: string
}

export const withPlaces = ({ label, places, present, title, content, list }: Placed): Html => html`
<div class="with-places">
${list !== undefined && html`<p class="to-places"><a href="${list}">${label}</a></p>`}
<nav class="${list === undefined ? 'side-places' : 'side-places on-wide'}" aria-label="${label}">
<ul>${places.map(
  ([address, place]) =>
    html`<li><a class="place" href="${address}"${address === present && html` aria-current="page"`}>${place}</a></li>`,
)}</ul>
</nav>
<div class="beside">
<h1>${title}</h1>
${content}
</div>
</div>`
