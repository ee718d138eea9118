import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '#src/package-root.ts'
import { laterPackages } from './later-packages.ts'

/**
 * Node strips no types under `node_modules`, so the package carries its sources as JavaScript, and the code of other
 * packages with them: most of a start was finding and reading their 1,300 files. Threads and processes are loaded by
 * address, relative to the file that starts them; therefore all output lies flat in one folder, as does package-root.
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
  external: [...laterPackages],
  // Packages that are CommonJS ask for modules of Node by this name.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
  },
  platform: 'node',
  format: 'esm',
  target: 'node24',
  logLevel: 'warning',
})
