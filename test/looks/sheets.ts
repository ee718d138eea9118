import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '../support/pages/browser.ts'

const ON_A_SHEET = 12
const COLUMNS = 6

type Picture = { path: string; look: { name: string }; picture: string }

/** Draws the pictures of each look on sheets, `sheet-390-light-01.png` and on, each under its address. */
export async function drawSheets(browser: Browser, folder: string, pictures: readonly Picture[]): Promise<void> {
  const { page } = await browser.newTab()
  await page.setViewportSize({ width: 1800, height: 1200 })
  for (const [look, all] of Map.groupBy(pictures, ({ look }) => look.name.replace(/-\d+$/, ''))) {
    for (let at = 0; at < all.length; at += ON_A_SHEET) {
      const cells = await Promise.all(all.slice(at, at + ON_A_SHEET).map((picture) => cell(folder, picture)))
      await page.setContent(`<style>
        body { margin: 0; display: grid; grid-template-columns: repeat(${COLUMNS}, 1fr); gap: 6px; background: #888 }
        figure { margin: 0; height: 590px; overflow: hidden; font: 14px sans-serif } img { width: 100% }
        </style>${cells.join('')}`)
      const number = String(at / ON_A_SHEET + 1).padStart(2, '0')
      await writeFile(join(folder, `sheet-${look}-${number}.png`), await page.screenshot())
    }
  }
  await page.close()
}

async function cell(folder: string, { path, picture }: Picture): Promise<string> {
  const data = (await readFile(join(folder, picture))).toString('base64')
  const name = path.replace(/[&<>]/g, '')
  return `<figure>${name}<img alt="" src="data:image/png;base64,${data}"></figure>`
}
