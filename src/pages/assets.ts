import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import { wordTable } from '#src/reference/word-table.ts'

const types: Readonly<Record<string, string>> = wordTable({
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
})

/** In the checkout and in the package alike. */
const folder = join(packageRoot, 'src/pages/assets')

type Asset = { type: string; content: Buffer; servedAs: string }

/** The files that make up the one stylesheet, in order: among rules of the same weight, later ones win. */
const styles = [
  ...['base.css', 'frame.css', 'forms.css', 'parts.css', 'lists.css', 'records.css', 'head.css', 'reviews.css'],
  ...['pictures.css', 'people.css', 'search.css', 'discover.css', 'edit.css', 'history.css', 'tones.css'],
  ...['kept.css', 'library.css', 'keys.css', 'connect.css', 'settings.css', 'quality.css', 'docs.css', 'home.css'],
  'print.css',
]

const contents: readonly (readonly [name: string, content: Buffer])[] = [
  ['icon.svg', readFileSync(join(folder, 'icon.svg'))],
  ['favicon.ico', readFileSync(join(folder, 'favicon.ico'))],
  ['icon-180.png', readFileSync(join(folder, 'icon-180.png'))],
  ['icon-192.png', readFileSync(join(folder, 'icon-192.png'))],
  ['icon-512.png', readFileSync(join(folder, 'icon-512.png'))],
  ['icon-512-whole.png', readFileSync(join(folder, 'icon-512-whole.png'))],
  ['choose.js', readFileSync(join(folder, 'choose.js'))],
  ['copy.js', readFileSync(join(folder, 'copy.js'))],
  ['draft.js', readFileSync(join(folder, 'draft.js'))],
  ['docs.js', readFileSync(join(folder, 'docs.js'))],
  ['edit.js', readFileSync(join(folder, 'edit.js'))],
  ['facets.js', readFileSync(join(folder, 'facets.js'))],
  ['kept.js', readFileSync(join(folder, 'kept.js'))],
  ['library.js', readFileSync(join(folder, 'library.js'))],
  ['list.js', readFileSync(join(folder, 'list.js'))],
  ['play.js', readFileSync(join(folder, 'play.js'))],
  ['passkey.js', readFileSync(join(folder, 'passkey.js'))],
  ['progress.js', readFileSync(join(folder, 'progress.js'))],
  ['rows.js', readFileSync(join(folder, 'rows.js'))],
  ['search.js', readFileSync(join(folder, 'search.js'))],
  ['suggestions.js', readFileSync(join(folder, 'suggestions.js'))],
  ['upload.js', readFileSync(join(folder, 'upload.js'))],
  ['site.css', Buffer.concat(styles.map((name) => readFileSync(join(folder, 'styles', name))))],
]

/** By name; the name in the address contains a digest of the content, so that browsers keep it for good. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  contents.map(([name, content]) => {
    const ending = extname(name)
    const type = types[ending]
    if (type === undefined) throw new Error(`Nobody knows what type ${name} is of`)
    const servedAs = `${name.slice(0, -ending.length)}-${hash('sha256', content).slice(0, 16)}${ending}`
    return [name, { type, content, servedAs }]
  }),
)

/** The address of an asset, such as `site.css`. */
export function assetAddress(name: string): string {
  const asset = assets.get(name)
  if (!asset) throw new Error(`There is no asset ${name}`)
  return `/assets/${asset.servedAs}`
}
