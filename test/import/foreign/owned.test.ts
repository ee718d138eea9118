import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { folderOf } from '../../support/foreign/import-format.ts'
import { runCommand } from '../../support/run/command.ts'

const nfo = (root: string, title: string, more = '') => `<${root}><title>${title}</title>${more}</${root}>`
const numbers = (season: number, episode: number) => `<season>${season}</season><episode>${episode}</episode>`
const id = (value: string) => `<uniqueid type="imdb">${value}</uniqueid>`

const show = 'library/Series/Lamp Street'
const files = {
  'library/Films/Lamp (1978)/Lamp (1978).mkv': '',
  'library/Films/Lamp (1978)/Lamp (1978).nfo': nfo('movie', 'Lamp', `${id('tt9910001')}<year>1978</year>`),
  'library/Films/Lamp (1978)/Lamp (1978)-trailer.mp4': '',
  // It is described, and nobody has it.
  'library/Films/Wick (1979)/movie.nfo': nfo('movie', 'Wick', `${id('tt9910002')}<year>1979</year>`),
  [`${show}/tvshow.nfo`]: nfo('tvshow', 'Lamp Street', id('tt9910003')),
  [`${show}/Season 01/Lamp Street S01E01.nfo`]: nfo('episodedetails', 'One', numbers(1, 1)),
  [`${show}/Season 01/Lamp Street S01E01.mkv`]: '',
  [`${show}/Season 01/Lamp Street S01E02.nfo`]: nfo('episodedetails', 'Two', numbers(1, 2)),
  [`${show}/Season 01/Lamp Street S01E02.mkv`]: '',
  'empty/readme.txt': 'Nothing here.',
}

const Row = Type.Object({ folder: Type.String(), kind: Type.String(), name: Type.String() })

test('what an import of a folder finds lies in the house, until a later one finds it no more', async (context) => {
  const folder = await folderOf(context, files)
  const library = join(folder, 'library')
  const run = async (...words: string[]) => {
    const told = await runCommand(['import', '--from', 'nfo', ...words, '--data', join(folder, 'data')])
    assert.equal(told.code, 0, told.stderr)
  }
  const owned = async () => {
    const db = await openDatabase(join(folder, 'data'), { writes: 'inline' })
    try {
      const rows = await db.all(
        Row,
        sql`
        select f.path as folder, o.kind, coalesce(m.title, s.name, e.name) as name from owned o
        join media_folder f on f.id = o.folder_id left join movie m on o.kind = 'movie' and m.id = o.entity_id
        left join series s on o.kind = 'series' and s.id = o.entity_id
        left join episode e on o.kind = 'episode' and e.id = o.entity_id order by 1, 2, 3`,
      )
      return rows.map((row) => `${row.folder.replace(folder, '')} ${row.kind} ${row.name}`)
    } finally {
      await db.close()
    }
  }
  await run('--dry-run', library)
  assert.deepEqual(await owned(), [])
  await run(library)
  const all = [
    ...['/library episode One', '/library episode Two', '/library movie Lamp', '/library series Lamp Street'],
  ]
  assert.deepEqual(await owned(), all)
  await run(library)
  assert.deepEqual(await owned(), all)
  await rm(join(folder, show, 'Season 01/Lamp Street S01E02.mkv'))
  await rm(join(folder, 'library/Films/Lamp (1978)'), { recursive: true })
  await run(library)
  assert.deepEqual(await owned(), ['/library episode One', '/library series Lamp Street'])
  // A disk that is away is no reason to think that nothing is there.
  await rm(join(folder, show), { recursive: true })
  await runCommand(['import', '--from', 'nfo', library, '--data', join(folder, 'data')])
  assert.deepEqual(await owned(), ['/library episode One', '/library series Lamp Street'])
})
