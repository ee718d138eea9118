import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { packageRoot } from '#src/package-root.ts'
import { laterPackages } from './later-packages.ts'

/**
 * Writes the sources as JavaScript, with the code of other packages: finding, reading and stripping 2,500 files is most
 * of a start. Threads and processes are loaded by address, relative to the file that starts them; therefore all output
 * lies flat in one folder. `withMaps`: with source maps, which name the lines of the sources in stacks.
 */
export async function buildProgram(outdir: string, { withMaps }: { withMaps: boolean }): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: packageRoot,
    entryPoints: ['./src/main.ts', ...globSync('src/**/*-entry.ts', { cwd: packageRoot })],
    entryNames: '[name]',
    outdir,
    write: false,
    bundle: true,
    splitting: true,
    sourcemap: withMaps ? 'linked' : false,
    sourcesContent: false,
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
  mkdirSync(outdir, { recursive: true })
  for (const { path, text } of outputFiles) writeFileSync(path, path.endsWith('.js') ? escaped(path, text) : text)
}

/** V8 keeps the text of a file, in two bytes for each character if one is beyond Latin-1. */
function escaped(path: string, text: string): string {
  if (/\braw`[^`]*[^\0-\x7f]/.test(text)) throw new Error(`${path} has raw text that cannot be escaped`)
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
