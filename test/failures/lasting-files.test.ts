import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeIn } from '#src/certificates/folder.ts'
import { readName } from '#src/certificates/names.ts'
import { readConfig } from '#src/config.ts'
import { makeBackup, restoreBackup } from '#src/database/copy/backup.ts'
import { openWrittenFiles } from '#src/files/written-files.ts'
import { storeUpload } from '#src/import/filling/uploads.ts'
import { idFiles, makeIdFiles } from '#src/import/id-files.ts'
import { openTransport } from '#src/mail/transport.ts'
import { recordFiles } from '../support/failures/recorded-files.ts'
import { plain } from '../support/media/bytes.ts'
import { openPlace } from '../support/media/place.ts'

const now = new Date('2026-03-10T12:00:00.000Z')

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-lasting-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Files of SQLite, which syncs them itself, and what can be made again. */
const isFileOfOurs = (path: string) => !/\.lock$|\.sqlite(-\w+)?$|^pictures\/cache\//.test(path)

test('a picture that was stored is there after a power cut', async (t) => {
  const place = await openPlace(t)
  const media = place.media()
  const recorded = recordFiles(t)
  const { file_path } = await media.put(await plain(40, 60).jpeg().toBuffer(), { gallery: 'posters' })
  const name = file_path.slice(1, -4)
  const stored = `pictures/originals/${name.slice(0, 2)}/${name}`
  assert.deepEqual(recorded(place.data, isFileOfOurs), { all: [stored], lost: [] })
})

test('so is a file that was sent for an import', async (t) => {
  const data = join(await openFolder(t), 'data')
  const { config } = readConfig({ data }, {})
  const recorded = recordFiles(t)
  async function* content() {
    yield Buffer.from('one,')
    yield Buffer.from('two')
  }
  const stored = await storeUpload(config, { name: 'films.csv', content: content() }, now)
  assert.ok(typeof stored === 'object')
  assert.deepEqual(recorded(join(data, '..')), { all: [`data/fill/${stored.upload}/films.csv`], lost: [] })
})

test('so are certificates with their keys', async (t) => {
  const folder = await openFolder(t)
  const recorded = recordFiles(t)
  const wanted = { names: [readName('films.lan')], now, isNew: false, forgets: false }
  await makeIn({ folder: join(folder, 'data', 'tls'), ...wanted })
  const all = ['authority.crt', 'authority.key', 'certificate.key', 'certificate.pem'].map((name) => `data/tls/${name}`)
  assert.deepEqual(recorded(folder), { all, lost: [] })
})

test('so are the daily files of ids', async (t) => {
  const { db } = await openPlace(t)
  const folder = await openFolder(t)
  const recorded = recordFiles(t)
  await makeIdFiles(db, join(folder, 'exports'), now, new AbortController().signal)
  const { all, lost } = recorded(folder)
  assert.deepEqual([all.length, lost], [Object.keys(idFiles).length, []])
})

test('so is a mail that counts as sent', async (t) => {
  const folder = await openFolder(t)
  const { config } = readConfig({ data: join(folder, 'data'), site: 'http://reelcommons.example' }, {})
  const transport = openTransport(
    config,
    () => config.site,
    () => {},
  )
  const recorded = recordFiles(t)
  const letter = { id: 7, recipient: 'ada@people.example', subject: 'Hello', text: 'Text', link: undefined }
  await transport.deliver(letter, now)
  assert.deepEqual(recorded(folder), { all: ['data/mail/2026-03-10T12-00-00.000Z-7.eml'], lost: [] })
})

test('so is what was written beside films', async (t) => {
  const folder = await openFolder(t)
  const recorded = recordFiles(t)
  const files = await openWrittenFiles(folder, { isForced: false, isDryRun: false })
  await files.put('movie.nfo', Buffer.from('<movie/>'))
  await files.put('poster.jpg', Buffer.from('a picture'))
  await files.close()
  assert.deepEqual(recorded(folder), { all: ['.reelcommons.json', 'movie.nfo', 'poster.jpg'], lost: [] })
})

test('so are a backup, and what was restored from it', async (t) => {
  const { data } = await openPlace(t)
  const folder = await openFolder(t)
  await mkdir(join(data, 'pictures/originals/ab'), { recursive: true })
  await writeFile(join(data, 'pictures/originals/ab/x.jpg'), 'a picture')
  const recorded = recordFiles(t)
  const target = join(folder, 'backups', 'one')
  await makeBackup({ database: '', data }, target, now, {})
  const all = ['backup.json', 'catalogue.sqlite', 'pictures/originals/ab/x.jpg']
  const within = (place: string, files: string[]) => files.map((file) => `${place}/${file}`)
  assert.deepEqual(recorded(folder), { all: within('backups/one', all), lost: [] })
  await restoreBackup(target, { database: '', data: join(folder, 'restored') }, {})
  assert.deepEqual(
    recorded(folder, (path) => path.startsWith('restored/')),
    { all: within('restored', all.slice(1)), lost: [] },
  )
})
