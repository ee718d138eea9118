import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The paths of a certificate and of its private key. */
export type Certificate = { cert: string; key: string }

/** An authority in a temporary folder, which is gone when the test is. */
export async function makeAuthority(context: Pick<TestContext, 'after'>) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-certificates-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const openssl = (...words: string[]) => run('openssl', words, { cwd: folder })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const pathsOf = (name: string) => ({ cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) })
  const authority = pathsOf('authority')
  await openssl(
    'req',
    '-x509',
    ...curve,
    '-subj',
    '/CN=Test',
    '-days',
    '9',
    '-keyout',
    authority.key,
    '-out',
    authority.cert,
  )
  return {
    cert: authority.cert,
    /** A certificate for one name, such as `DNS:localhost`. */
    async issue(name: string, subject: string): Promise<Certificate> {
      const { cert, key } = pathsOf(name)
      const [wanted, more] = [join(folder, `${name}.csr`), join(folder, `${name}.ext`)]
      await openssl('req', '-new', ...curve, '-subj', `/CN=${name}`, '-keyout', key, '-out', wanted)
      await writeFile(more, `subjectAltName=${subject}`)
      const signing = ['-CA', authority.cert, '-CAkey', authority.key, '-CAcreateserial', '-days', '9']
      await openssl('x509', '-req', '-in', wanted, ...signing, '-extfile', more, '-out', cert)
      return { cert, key }
    },
  }
}
