import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '#src/package-root.ts'

/**
 * Node strips no types under `node_modules`, so the package carries its sources as JavaScript. Threads and processes
 * are loaded by address, relative to the file that starts them; therefore all output lies flat in one folder, as does
 * package-root.
 */
const outdir = join(packageRoot, 'dist')
const entries = globSync('src/**/*-entry.ts', { cwd: packageRoot })

rmSync(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: packageRoot,
  entryPoints: ['./src/main.ts', ...entries],
  entryNames: '[name]',
  outdir,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  logLevel: 'warning',
})
