import assert from 'node:assert/strict'
import { appendFile, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import { tryLock } from '#src/database/locks.ts'
import { sql } from '#src/database/sql.ts'
import { digestOfFiles } from '#src/import/filling/digest-of-files.ts'
import { maxStarts } from '#src/import/filling/fill-job.ts'
import { startImport } from '#src/import/filling/import-process.ts'
import { BUSY_MS, importDue } from '#src/import/filling/run-scheduled.ts'
import { findScheduled, intervals, listScheduled, maxScheduled } from '#src/import/filling/scheduled-imports.ts'
import { hourMs } from '#src/reference/days.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { openFilling } from '../support/foreign/filling.ts'
import { folderOf, writeFiles } from '../support/foreign/import-format.ts'
import { signedIn, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/admin/fill/schedule'
const film = (title: string) => `<movie><title>${title}</title><year>1994</year></movie>`

/** Pages with a folder to import, and a clock by which folders become due. */
async function openSchedule(t: TestContext, engine: TestEngine) {
  const root = await folderOf(t, { 'Films/The Paper Lamp (1994)/movie.nfo': film('The Paper Lamp') })
  const folder = join(root, 'Films')
  const filling = await openFilling(t, engine, { 'import-folders': root })
  const { ada, db, config } = filling
  let now = Date.parse(testDay)
  const starts: (readonly string[])[] = []
  let meanwhile = async () => {}
  /** Servers that end as soon as they have begun an import. */
  const endings: AbortController[] = []
  const stop = new AbortController()
  const start: typeof startImport = (config, words) => {
    starts.push(words)
    const begun = startImport(config, words)
    endings.shift()?.abort()
    const ended = Promise.all([begun.ended, meanwhile()]).then(() => {})
    meanwhile = async () => {}
    return { ...begun, ended }
  }
  const at = `${address}?${new URLSearchParams({ path: folder })}`
  return {
    ...{ ...filling, root, folder, at, starts, endings },
    later: (hours: number) => {
      now += hours * hourMs
    },
    /** Does something while the next import works. */
    duringNext: (work: () => Promise<void>) => {
      meanwhile = work
    },
    /** What a server does from time to time; says whether a folder was due. */
    tick: (signal = stop.signal) => importDue(db, config, { clock: () => new Date(now), signal, start }),
    save: (every: number, more: object = {}) =>
      ada.post(
        address,
        { path: folder, every: String(every), format: 'auto', language: '', columns: '', ...more },
        { from: at },
      ),
    shown: async () => textOf(await ada.get(at)),
    stored: () => findScheduled(db, folder),
  }
}

forEachEngine(loadWorld, (engine) => {
  test('a folder is imported again when it is due, and only looked at while nothing has changed', async (t) => {
    const { ada, db, folder, starts, later, tick, save, shown, stored } = await openSchedule(t, engine)
    assert.match((await ada.get(`/admin/fill/folder?${new URLSearchParams({ path: folder })}`)).body, /fill\/schedule/)
    assert.match(await shown(), /Imports on a schedule .* How often Never Every hour Every 6 hours/)
    assert.match((await ada.get(`${address}?${new URLSearchParams({ path: folder })}`)).body, /value="24" selected/)
    assert.match(textOf(await ada.follow(await save(6, { creates: 'on' }))), /Schedule saved\. .* Last time Not yet/)
    assert.equal(await tick(), false, 'not due yet')
    later(6)
    assert.equal(await tick(), true)
    assert.deepEqual(starts, [['--from=auto', '--sample=keep', '--create', '--keep-undone', '--', folder]])
    assert.match(await shown(), /Last time 10 Mar 2026, 18:00 UTC: imported New records 1 Changed records 0/)
    assert.equal(await tick(), false)
    later(6)
    assert.equal(await tick(), true)
    assert.equal(starts.length, 1, 'nobody has read the files again')
    assert.match(await shown(), /Next time 11 Mar 2026, 06:00 UTC .* no file has changed New records 1/)
    assert.match(textOf(await ada.get('/admin/fill')), /Every 6 hours · Next time: 11 Mar 2026, 06:00 UTC · Last/)

    await writeFiles(folder, { 'Another Lamp (1988).mkv': '' })
    later(6)
    assert.equal(await tick(), true)
    assert.deepEqual([starts.length, (await stored())?.summary?.created], [2, 1])

    // What a person decides concerns files that stay the same.
    await save(1)
    await writeFiles(folder, { 'Lonely Lamp (1991).mkv': '' })
    later(1)
    assert.equal(await tick(), true)
    assert.match(await shown(), /Left out 1 .* Decide on what was left out/)
    later(1)
    assert.equal(await tick(), true)
    assert.equal(starts.length, 3)
    const decided = await ada.post('/admin/matches/new', {}, { from: '/admin/matches' })
    assert.match(textOf(await ada.follow(decided)), /Their files are being imported again/)
    assert.equal(await tick(), true)
    assert.deepEqual([starts.length, (await stored())?.summary?.created], [4, 1])

    await ada.post(`${address}/now`, { path: folder }, { from: '/admin/fill' })
    assert.equal(await tick(), true)
    assert.deepEqual([starts.length, (await stored())?.summary?.created], [5, 0])
    assert.match(textOf(await ada.follow(await save(0))), /no longer imported on a schedule/)
    assert.deepEqual(await listScheduled(db), [])
    const log = textOf(await ada.get('/admin/audit-log'))
    assert.match(log, /Import no longer scheduled \/.*Films ada .* Import scheduled \/.*Films ada/)
  })

  test('an import that is in the way, or ends with its server, is begun again', async (t) => {
    const { config, starts, endings, later, tick, save, shown, stored } = await openSchedule(t, engine)
    await save(24)
    later(24)
    const lock = await tryLock(locationOf(config), 'import')
    assert.equal(await tick(), true)
    await lock?.release()
    assert.deepEqual([(await stored())?.starts, (await stored())?.outcome], [0, ''])
    assert.equal(await tick(), false, 'it waits')
    later(BUSY_MS / hourMs)
    for (const round of [1, 2]) {
      const ending = new AbortController()
      endings.push(ending)
      assert.equal(await tick(ending.signal), false)
      assert.deepEqual([starts.length, (await stored())?.starts], [1 + round, round])
    }
    assert.match(await shown(), /Next time running/)
    assert.equal(await tick(), true, 'whoever leads next')
    assert.deepEqual([(await stored())?.starts, (await stored())?.summary?.created], [0, 1])
  })
})

const engine = sqliteEngine(loadWorld)

test('what somebody says of a schedule while its import works is kept', async (t) => {
  const { ada, folder, starts, duringNext, later, tick, save, stored } = await openSchedule(t, engine)
  await save(24)
  later(24)
  duringNext(async () => void (await ada.post(`${address}/now`, { path: folder }, { from: '/admin/fill' })))
  assert.equal(await tick(), true)
  assert.equal(await tick(), true, 'again, although no file has changed')
  assert.equal(starts.length, 2)
  assert.equal(await tick(), false)
  later(24)
  await writeFiles(folder, { 'Another Lamp (1988).mkv': '' })
  duringNext(async () => void (await save(1)))
  assert.equal(await tick(), true)
  const { every_hours, next_at, outcome } = (await stored()) ?? {}
  assert.deepEqual(
    [every_hours, next_at, outcome],
    [1, new Date(Date.parse(testDay) + hourMs).toISOString(), 'imported'],
  )
})

test('a folder that cannot be imported says why, and is tried again when it is next due', async (t) => {
  const { ada, db, folder, later, tick, save, shown, stored, starts } = await openSchedule(t, engine)
  await save(1, { format: 'imdb' })
  later(1)
  assert.equal(await tick(), true)
  assert.match(await shown(), /: failed failed These files are for personal use only/)
  await db.run(sql`update scheduled_import set starts = ${maxStarts}`)
  later(1)
  assert.equal(await tick(), true)
  assert.match(await shown(), /failed Something went wrong/)
  await rm(folder, { recursive: true })
  later(1)
  assert.equal(await tick(), true)
  assert.match(await shown(), /failed The file no longer exists/)
  assert.deepEqual([starts.length, (await stored())?.outcome, (await stored())?.starts], [1, 'failed', 0])
  assert.equal((await save(1)).status, 404, 'nor can it be chosen again')
  assert.match(textOf(await ada.follow(await save(0))), /no longer imported/)
})

test('schedules are for administrators alone, for folders below the roots, and so many', async (t) => {
  const { ada, app, db, root, folder, at, save } = await openSchedule(t, engine)
  const outside = await folderOf(t, { 'a.nfo': '' })
  await symlink(outside, join(root, 'leads-out'))
  for (const path of ['', '/', outside, join(root, 'leads-out'), `${root}/..`, `${folder}/`, '/no/such']) {
    assert.equal((await ada.get(`${address}?${new URLSearchParams({ path })}`)).status, 404, path)
    assert.equal((await ada.post(address, { path, every: '1', format: 'nfo' }, { from: at })).status, 404, path)
    assert.equal((await ada.post(`${address}/now`, { path }, { from: at })).status, 404, path)
  }
  const wrong = await save(1, { language: 'German' })
  assert.deepEqual([wrong.status, /Enter two letters such as de/.test(textOf(wrong))], [422, true])
  await save(1)
  for (const every of [2, -1, Number.NaN]) {
    const other = await save(every)
    assert.deepEqual([other.status, /Choose how often\./.test(textOf(other))], [422, true])
  }
  assert.equal((await listScheduled(db)).length, 1, 'nor has it gone')
  await save(0)
  for (let n = 0; n < maxScheduled; n++) {
    const path = join(root, `folder ${n}`)
    await mkdir(path)
    assert.equal((await ada.post(address, { path, every: '1', format: 'nfo' }, { from: at })).status, 303)
  }
  const many = await save(intervals[0])
  assert.deepEqual([many.status, /50 folders already have a schedule/.test(textOf(many))], [422, true])
  await db.run(sql`update account set role = 'moderator' where username = 'ada'`)
  const moderator = await signedIn({ app, db }, 'ada')
  assert.equal((await moderator.get(at)).status, 403)
  for (const path of [address, `${address}/now`])
    assert.equal((await moderator.post(path, { path: folder, every: '1' }, { from: '/' })).status, 403)
})

test('files are the same by their names, sizes and times, and links by where they lead', async (t) => {
  const folder = await folderOf(t, { 'a/b.nfo': 'x', 'a/c.nfo': 'y', 'd.nfo': 'z' })
  const digest = () => digestOfFiles(folder, 'options')
  const first = await digest()
  assert.equal(await digest(), first)
  assert.notEqual(await digestOfFiles(folder, 'others'), first)
  await symlink('/etc', join(folder, 'etc'))
  const linked = await digest()
  assert.notEqual(linked, first)
  await rm(join(folder, 'etc'))
  await symlink('/usr', join(folder, 'etc'))
  assert.notEqual(await digest(), linked)
  await symlink('../a', join(folder, 'a/loop'))
  await appendFile(join(folder, 'a/c.nfo'), '.')
  const second = await digest()
  assert.notEqual(second, first)
  await mkdir(join(folder, 'a/empty'))
  assert.notEqual(await digest(), second)
  assert.equal(await digestOfFiles(join(folder, 'none'), ''), undefined)
  assert.notEqual(await digestOfFiles(join(folder, 'd.nfo'), ''), await digestOfFiles(join(folder, 'a/b.nfo'), ''))
})
