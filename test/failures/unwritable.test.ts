import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { migrate } from '#src/database/migrate.ts'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { raw } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { ask, until } from '../support/clients.ts'
import { postgresEngine, sqliteEngine } from '../support/engines.ts'
import { openDisk, skipWithoutDisks } from '../support/failures/disks.ts'
import { type CommandResult, runCommand } from '../support/run/command.ts'
import { program, Running } from '../support/running.ts'
import { keys, loadWorld } from '../support/world.ts'

const engine = sqliteEngine(loadWorld)
const postgres = postgresEngine(loadWorld)
/** A user who owns nothing. */
const nobody = { uid: 65_534, gid: 65_534 }
/** More than any disk of a test has. */
const tooMuch = ['--catalogue-free-bytes', String(2 ** 49)]
const diskFull = {
  success: false,
  status_code: 9,
  status_message: 'The disk of the server is full. Nothing was changed; try again later.',
}
const readOnlyEnvelope = {
  success: false,
  status_code: 9,
  status_message: 'The server can only read at the moment. Nothing was changed; try again later.',
}
const failed = (envelope: object, fails: string) => [
  503,
  { ...envelope, status: 'failed', database: { status: 'failed', fails } },
]
const ready = [200, { status: 'ok', database: { status: 'ok' } }]
const shown = [200, 'image/jpeg']

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-unwritable-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const fillWith = async (data: string) => copyFile(await engine.clone(), join(data, catalogueFile))

async function startServer(t: TestContext, words: readonly string[], options = {}) {
  const running = new Running(['serve', '--port', '0', ...words], options)
  t.after(() => running.stop())
  const site = (await running.until(/Reelcommons is at (\S+),/))[1] as string
  const get = async (path: string, body?: object) => {
    const reply = await ask(`${site}${path}`, body ? { body } : {})
    return [reply.status, reply.body] as const
  }
  return {
    running,
    ready: () => get('/readyz'),
    read: async () => (await get(`/3/movie/501?api_key=${keys.first}`))[1].id,
    readWide: async () => (await get(`/3/discover/movie?api_key=${keys.first}`))[1].page,
    write: () => get(`/3/authentication/guest_session/new?api_key=${keys.first}`),
    /** A picture that nobody has made yet. */
    picture: async (id: number) => {
      const { status, headers } = await fetch(`${site}/card/movie/${id}.jpg`)
      return [status, headers.get('content-type')]
    },
  }
}

/** What commands that only read say, each in the form of a test. */
async function readAll(
  run: (words: string[]) => Promise<{ code: number; stdout: string; stderr: string }>,
  to: string,
) {
  const said = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(words)
    return { code, out: stdout, err: stderr.replace(/\r.*/s, '') }
  }
  const lines = await said('export', '--kind', 'movie')
  assert.deepEqual([lines.code, lines.err], [0, ''])
  assert.match(lines.out, /"kind":"movie","id":501,/)
  const listed = await said('key', 'list')
  assert.deepEqual([listed.code, listed.err], [0, ''])
  assert.match(listed.out, /^ID {2}NAME/)
  assert.deepEqual(await said('backup', to), { code: 0, out: `The catalogue and 0 pictures are in ${to}.\n`, err: '' })
  assert.deepEqual((await readdir(to)).sort(), ['backup.json', catalogueFile])
}

/** Runs a command in a process of another user. */
const runAs = (user: typeof nobody, words: string[]) =>
  new Promise<CommandResult>((resolve) => {
    const env = { PATH: process.env.PATH }
    execFile(process.execPath, [program, ...words], { ...user, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

/** The program is read by the other user, too. */
const skipWithoutUsers =
  skipWithoutDisks ||
  (spawnSync(process.execPath, [program, '--version'], { ...nobody, env: {} }).status === 0
    ? false
    : 'the user nobody cannot run the program here')

test('with too little room a server reads, says why it is not ready, and refuses writes', async (t) => {
  const folder = await openFolder(t)
  await fillWith(folder)
  const server = await startServer(t, ['--data', folder, ...tooMuch])
  assert.deepEqual(await server.ready(), failed(diskFull, 'disk'))
  assert.deepEqual([await server.read(), await server.readWide()], [501, 1])
  assert.deepEqual(await server.write(), [503, diskFull])
  await server.running.until(/"msg":"nothing can be written, so only reads are answered"/)
})

test('with too little room the processes of a server read, too', async (t) => {
  const folder = await openFolder(t)
  await fillWith(folder)
  const server = await startServer(t, ['--data', folder, '--workers', '2', ...tooMuch])
  assert.deepEqual([await server.read(), await server.readWide()], [501, 1])
  assert.deepEqual(await server.ready(), failed(diskFull, 'disk'))
  assert.deepEqual(await server.write(), [503, diskFull])
})

test('with too little room commands read, and say how much is free and needed', async (t) => {
  const [folder, other] = [await openFolder(t), await openFolder(t)]
  await fillWith(folder)
  const run = (words: string[]) => runCommand([...words, '--data', folder, ...tooMuch])
  await readAll(run, join(other, 'backup'))
  const doctor = await run(['doctor', '--port', '1'])
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /^PROBLEM {2}disk +\d+ [MG]iB are free on the disk of \S+, and 524288 GiB are needed\.$/m)
  const written = await run(['key', 'create', '--name', 'a', '--plan', 'developer'])
  assert.equal(written.code, 1)
  assert.match(
    written.stderr,
    /^reelcommons key: The disk with the catalogue has \d+ MiB free, and 536870912 MiB are needed\.\n$/,
  )
})

test('a catalogue that has to be upgraded, or made, says what it needs', async (t) => {
  const folder = await openFolder(t)
  const old = await openDatabase(folder, { writes: 'inline' })
  await migrate(old, join(packageRoot, 'migrations'), 11)
  await old.close()
  const needs = /The disk with the catalogue has \d+ MiB free, and 536870912 MiB are needed\.\n$/
  for (const words of [['export'], ['serve', '--port', '0']]) {
    const { code, stderr } = await runCommand([...words, '--data', folder, ...tooMuch])
    assert.equal(code, 1)
    assert.ok(
      stderr.startsWith(
        `reelcommons ${words[0]}: The catalogue in ${folder} cannot be opened: it is of an older version and has to ` +
          'be upgraded first. The disk',
      ),
      stderr,
    )
    assert.match(stderr, needs)
  }
  const nowhere = join(folder, 'new')
  const made = await runCommand(['serve', '--port', '0', '--data', nowhere, ...tooMuch])
  assert.equal(made.code, 1)
  assert.ok(
    made.stderr.startsWith(
      `reelcommons serve: The catalogue in ${nowhere} cannot be opened: a new one cannot be made. `,
    ),
  )
  assert.match(made.stderr, needs)
})

test('a disk without a byte is read, and written again once there is room', { skip: skipWithoutDisks }, async (t) => {
  const disk = await openDisk(t)
  const other = await openFolder(t)
  await fillWith(disk.data)
  const run = (words: string[]) => runCommand([...words, '--data', disk.data])
  await disk.fill()
  await readAll(run, join(other, 'backup'))
  const server = await startServer(t, ['--data', disk.data])
  assert.deepEqual([await server.read(), await server.readWide()], [501, 1])
  assert.deepEqual(await server.ready(), failed(diskFull, 'disk'))
  assert.deepEqual(await server.write(), [503, diskFull])
  assert.deepEqual([await server.picture(501), await server.picture(501)], [shown, shown])

  await disk.empty()
  await server.running.until(/"msg":"writes are answered again"/)
  assert.deepEqual(await server.ready(), ready)
  assert.equal((await server.write())[0], 200)
  assert.deepEqual([await server.read(), await server.readWide()], [501, 1])
  assert.equal((await run(['key', 'create', '--name', 'made later', '--plan', 'developer'])).code, 0)
  assert.match((await run(['key', 'list'])).stdout, /made later/)
})

test('a read-only disk is read, and written again once it can be', { skip: skipWithoutDisks }, async (t) => {
  const disk = await openDisk(t)
  const other = await openFolder(t)
  await fillWith(disk.data)
  disk.makeReadOnly()
  const run = (words: string[]) => runCommand([...words, '--data', disk.data])
  await readAll(run, join(other, 'backup'))
  const sentence =
    `The disk with ${disk.data} is read-only (EROFS). Mount it so that it can be written, or copy the folder to ` +
    'another one.\n'
  const written = await run(['key', 'create', '--name', 'a', '--plan', 'developer'])
  assert.deepEqual(written, { code: 1, stdout: '', stderr: `reelcommons key: ${sentence}` })
  const doctor = await run(['doctor', '--port', '1'])
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /^PROBLEM {2}disk +The disk with \S+ is read-only \(EROFS\)/m)
  const server = await startServer(t, ['--data', disk.data, '--catalogue-free-bytes', '1000'])
  assert.deepEqual(await server.ready(), failed(readOnlyEnvelope, 'read_only'))
  assert.deepEqual([await server.read(), await server.readWide()], [501, 1])
  assert.deepEqual(await server.write(), [503, readOnlyEnvelope])
  assert.deepEqual([await server.picture(501), await server.picture(501)], [shown, shown])

  disk.makeWritable()
  await server.running.until(/"msg":"writes are answered again"/)
  await until(async () => (await server.ready())[0] === 200)
  assert.equal((await server.write())[0], 200)
  assert.equal(await server.read(), 501)
  assert.deepEqual(await server.picture(502), shown)
  assert.ok((await readdir(join(disk.data, 'pictures', 'cache', 'files'))).length > 0, 'and is kept again')
})

test('another user reads what belongs to somebody else, and is told whose it is', {
  skip: skipWithoutUsers,
}, async (t) => {
  const disk = await openDisk(t)
  const other = await openFolder(t)
  await fillWith(disk.data)
  await chmod(join(disk.data, catalogueFile), 0o644)
  await chown(other, nobody.uid, nobody.gid)
  const run = (words: string[]) => runAs(nobody, [...words, '--data', disk.data])
  await readAll(run, join(other, 'backup'))
  const sentence =
    `The user nobody cannot write ${disk.data} (EACCES), which belongs to the user with the id 0. Run the command as ` +
    'that user, or let nobody write the folder.\n'
  assert.deepEqual(await run(['key', 'create', '--name', 'a', '--plan', 'developer']), {
    code: 1,
    stdout: '',
    stderr: `reelcommons key: ${sentence}`,
  })
  const doctor = await run(['doctor', '--port', '1'])
  assert.match(doctor.stdout, /^PROBLEM {2}disk +The user nobody cannot write \S+ \(EACCES\), which belongs to/m)
  const server = await startServer(t, ['--data', disk.data, '--catalogue-free-bytes', '1000'], nobody)
  assert.deepEqual(await server.ready(), failed(readOnlyEnvelope, 'read_only'))
  assert.deepEqual([await server.read(), await server.readWide()], [501, 1])

  await chmod(disk.data, 0o700)
  assert.deepEqual(await run(['backup', join(other, 'second')]), {
    code: 1,
    stdout: '',
    stderr:
      `reelcommons backup: The user nobody cannot read ${disk.data} (EACCES), which belongs to the user with the id ` +
      '0. Run the command as that user.\n',
  })
})

test('a database of PostgreSQL that can only be read is read', { skip: postgres.skip }, async (t) => {
  const other = await openFolder(t)
  const url = await postgres.clone()
  const db = await openPostgres(url, { connections: 1 })
  await db.run(raw(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`))
  await db.close()
  const words = ['--database', url, '--data', other]
  await readAll((command) => runCommand([...command, ...words]), join(other, 'backup'))
  const written = await runCommand(['key', 'create', '--name', 'a', '--plan', 'developer', ...words])
  assert.deepEqual([written.code, written.stdout], [1, ''])
  assert.match(written.stderr, /^reelcommons key: cannot execute INSERT in a read-only transaction\n$/)
  const server = await startServer(t, words)
  assert.deepEqual(await server.ready(), failed(readOnlyEnvelope, 'read_only'))
  assert.deepEqual([await server.read(), await server.readWide()], [501, 1])
  assert.deepEqual(await server.write(), [503, readOnlyEnvelope])
})
