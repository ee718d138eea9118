import { hash } from 'node:crypto'
import { nameIn } from '#src/media/names.ts'
import { initialsOf } from '#src/texts/initials.ts'
import { type Html, html } from '../html.ts'
import { pictureAddress } from './picture.ts'

/** Backgrounds on which white letters are easy to read. */
const colours = [
  '#8a3b12',
  '#7a4b00',
  '#4d6112',
  '#1f6b42',
  '#0f6673',
  '#1f5a8f',
  '#4a4fa3',
  '#7a3f94',
  '#9c2f63',
  '#8f2d2d',
]

type Person = { id: number; displayName: string; avatar_path?: string | null }

/** The size in which a picture is asked for that is shown in so many pixels: sharp where there are two for one. */
const sizeFor = (pixels: number): string => (pixels > 40 ? 'w185_and_h185' : 'w92_and_h92')

/**
 * A person's own picture, or else one that is drawn from the name and the id of the account, always the same. It is
 * next to the name, so screen readers skip it.
 */
export function avatar({ id, displayName, avatar_path }: Person, size = 28): Html {
  if (avatar_path && nameIn(avatar_path) !== undefined)
    return html`<img class="avatar" src="${pictureAddress(sizeFor(size), avatar_path)}" width="${size}" height="${
      size
    }" alt="">`
  const digest = hash('sha256', String(id), 'buffer')
  const [first = 0, second = 0, third = 0] = digest
  const background = colours[first % colours.length] as string
  return html`<svg class="avatar" width="${size}" height="${size}" viewBox="0 0 40 40" aria-hidden="true">
<path d="M0 0h40v40H0z" fill="${background}"/>
<circle cx="${second % 40}" cy="${third % 40}" r="24" fill="#fff" fill-opacity="0.12"/>
<text x="20" y="26" font-size="16" font-weight="600" text-anchor="middle" fill="#fff">${initialsOf(displayName)}</text>
</svg>`
}
