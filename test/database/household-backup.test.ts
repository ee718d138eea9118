import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { Type } from 'typebox'
import { readConfig } from '#src/config.ts'
import { catalogueFile, isUrl, openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { shardOf } from '#src/media/store.ts'
import { forEachEngine, postgresEngine } from '../support/engines.ts'
import { openVisitor, patience, signedIn } from '../support/pages/visitor.ts'
import { runCommand } from '../support/run/command.ts'
import { loadWorld, testDay } from '../support/world.ts'

const gallery = '/movie/502-das-zweite-glimmen/images'
const Image = Type.Object({ file_path: Type.String(), source_id: Type.String(), private_only: Type.Boolean() })

/** A private server over a catalogue and a data folder. */
async function serve(t: TestContext, location: string, data: string) {
  const db = await openDatabase(location, { writes: 'thread' })
  const options = { site: 'http://reelcommons.example', data, private: true, 'edits-of-new-members': '0', ...patience }
  const { config } = readConfig(options, {})
  const app = buildServer({ db, config, clock: () => new Date(testDay) })
  let isOpen = true
  async function close() {
    if (!isOpen) return
    isOpen = false
    await app.close()
    await db.close()
  }
  t.after(close)
  const images = () =>
    db.all(
      Image,
      sql`
      select i.file_path, i.source_id, s.private_only from image i join source s on s.id = i.source_id
      where i.licence = 'LicenseRef-household'`,
    )
  /** A picture as a member gets it, byte by byte. */
  async function shown(path: string) {
    const cookie = [...(await signedIn({ app, db }, 'bo')).cookies].map((pair) => pair.join('=')).join('; ')
    const reply = await app.inject({ url: `/t/p/original${path}`, headers: { cookie } })
    assert.equal(reply.statusCode, 200, reply.body)
    return reply.rawPayload
  }
  return { app, db, images, shown, close }
}

const empty = postgresEngine(async () => {})

forEachEngine(loadWorld, (engine) => {
  test('a backup keeps the pictures that are for the household alone, byte by byte', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-household-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const at = (name: string) => join(folder, name)
    const data = at('data')
    await mkdir(data)
    const made = await engine.clone()
    if (!isUrl(made)) await copyFile(made, join(data, catalogueFile))
    const server = await serve(t, isUrl(made) ? made : data, data)
    const bo = await signedIn(server, 'bo')
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#123', noise } })
      .jpeg()
      .toBuffer()
    const fields = { gallery: 'posters', language: '', licence: 'LicenseRef-household' }
    assert.equal((await bo.upload(`${gallery}/add`, fields, picture)).status, 303)
    const before = await server.images()
    const [{ file_path = '' } = {}] = before
    assert.deepEqual(before, [{ file_path, source_id: 'household', private_only: true }])
    const shown = await server.shown(file_path)
    const name = file_path.slice(1, file_path.indexOf('.'))
    const original = (of: string) => join(of, 'pictures', 'originals', shardOf(name), name)
    const bytes = await readFile(original(data))
    await server.close()

    const words = ['--data', data, ...(isUrl(made) ? ['--database', made] : [])]
    assert.equal((await runCommand(['backup', at('backup'), ...words])).code, 0)
    assert.ok(bytes.equals(await readFile(original(at('backup')))), 'the backup has it')
    await rm(data, { recursive: true })

    const targets = [[at('other')], ...(empty.skip ? [] : [[at('third'), await empty.clone()]])]
    for (const [to = '', database] of targets) {
      const target = ['--data', to, ...(database === undefined ? [] : ['--database', database])]
      assert.equal((await runCommand(['restore', at('backup'), ...target])).code, 0)
      assert.ok(bytes.equals(await readFile(original(to))), 'what is restored has it')
      const restored = await serve(t, database ?? to, to)
      assert.deepEqual(await restored.images(), before)
      assert.ok(shown.equals(await restored.shown(file_path)), 'members see it as before')
      const stranger = await openVisitor(restored.app).get(`/t/p/original${file_path}`)
      assert.notEqual(stranger.status, 200, 'and nobody else does')
      await restored.close()
    }
  })
})
