import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import { buildProgram } from './build-program.ts'

/**
 * Builds the program: into the folder that is named, for a checkout (`bin/start.js`), or into `dist`, for the package,
 * because Node strips no types under `node_modules`. The package has images of the databases of servers for tests, too.
 */
const [folder] = process.argv.slice(2)
if (folder) await buildProgram(folder, { withMaps: true })
else {
  const outdir = join(packageRoot, 'dist')
  rmSync(outdir, { recursive: true, force: true })
  await buildProgram(outdir, { withMaps: false })
  const { writeImages } = await import('#src/test-server/images.ts')
  await writeImages(outdir)
}
