import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'
import { freePort } from '../support/postgres.ts'

/**
 * The Dockerfile, built by buildah and started as an ordinary user on a file system that can only be written to in
 * `/data` and `/tmp`. There is no registry of images here, so that its base is made of Debian's packages, and of the
 * Node and npm that run this test. It takes some minutes, a gigabyte, root, buildah, debootstrap and the network:
 * `npm run test:image` runs it, and no other run of the tests does.
 */
const skip =
  process.env.TEST_IMAGE === undefined && '`npm run test:image` runs it: it needs buildah, root and a network'
const BASE = 'docker.io/library/node:26-bookworm-slim'
const MOST_OUTPUT_BYTES = 67_108_864
const USER = '1000'

const run = async (program: string, ...words: string[]): Promise<string> =>
  (await promisify(execFile)(program, words, { cwd: packageRoot, maxBuffer: MOST_OUTPUT_BYTES })).stdout.trim()

/** Images and containers in a folder of their own. */
const buildahIn = (folder: string) => {
  const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  return (...words: string[]) => run('buildah', ...storage, ...words)
}
type Buildah = ReturnType<typeof buildahIn>

async function makeBase(folder: string, buildah: Buildah) {
  const root = join(folder, 'base')
  await run('debootstrap', '--variant=minbase', '--include=ca-certificates,libatomic1', 'bookworm', root)
  await cp(process.execPath, join(root, 'usr/local/bin/node'))
  const npm = dirname(dirname(await realpath(await run('which', 'npm'))))
  await mkdir(join(root, 'usr/local/lib/node_modules'), { recursive: true })
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  // Where a network has an authority of its own.
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities) await cp(authorities, join(root, 'etc/ssl/certs/ca-certificates.crt'))
  await run('chroot', root, 'useradd', '--create-home', '--uid', USER, 'node')
  const container = await buildah('from', 'scratch')
  await buildah('add', '-q', container, root, '/')
  if (authorities) await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', container)
  await buildah('commit', '-q', container, BASE)
  await buildah('rm', container)
}

/** The files of an image, which nobody can change but in `/data` and `/tmp`. They are unmounted before a removal. */
async function mountReadOnly(folder: string, buildah: Buildah) {
  const container = await buildah('from', '--pull-never', 'reelcommons')
  const root = join(folder, 'root')
  await mkdir(root)
  await run('mount', '--bind', await buildah('mount', container), root)
  for (const place of ['data', 'tmp']) await run('mount', '-t', 'tmpfs', 'tmpfs', join(root, place))
  await run('chown', `${USER}:${USER}`, join(root, 'data'), join(root, 'tmp'))
  await run('mount', '-t', 'proc', 'proc', join(root, 'proc'))
  await run('mount', '-o', 'remount,ro,bind', root)
  return { root, unmount: () => run('umount', '--recursive', '--lazy', root) }
}

test('the image is built, and serves as an ordinary user who can write to its data alone', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-image-'))
  const buildah = buildahIn(folder)
  let end = async () => {}
  t.after(async () => {
    await end()
    // Never beyond what is mounted.
    await run('rm', '-rf', '--one-file-system', folder)
  })
  await makeBase(folder, buildah)
  await buildah('bud', '--isolation', 'chroot', '--pull-never', '--network', 'host', '-t', 'reelcommons', packageRoot)
  const { OCIv1: image } = JSON.parse(await buildah('inspect', '--type', 'image', 'reelcommons'))
  const { User, Entrypoint, Cmd, Env, WorkingDir } = image.config
  assert.deepEqual([User, Entrypoint, Cmd, WorkingDir], ['node', ['node', 'bin/reelcommons.js'], ['serve'], '/app'])
  const { root, unmount } = await mountReadOnly(folder, buildah)
  end = async () => void (await unmount())
  const inside = (...words: string[]) => [
    '--userspec',
    `${USER}:${USER}`,
    root,
    'env',
    '-C',
    WorkingDir,
    '-i',
    ...Env,
    ...words,
  ]
  await assert.rejects(run('chroot', ...inside('touch', '/app/bin/more.js')), /Read-only file system/)

  const port = await freePort()
  const server = spawn('chroot', inside(...Entrypoint, ...Cmd, '--port', String(port)), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  end = async () => {
    server.kill('SIGKILL')
    await unmount()
  }
  let output = ''
  server.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  while (!output.includes('api_key=')) {
    assert.equal(server.exitCode, null, output)
    await once(server.stdout, 'data')
  }
  const [, key] = /api_key=(\w+)/.exec(output) ?? []
  const reply = await fetch(`http://127.0.0.1:${port}/3/configuration?api_key=${key}`)
  assert.equal(reply.status, 200, output)
  assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200)
  assert.equal(await run('stat', '-c', '%u', join(root, 'data/catalogue.sqlite')), USER)
  server.kill('SIGTERM')
  assert.deepEqual(await once(server, 'exit'), [0, null])
})
