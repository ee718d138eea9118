/** Files that break the rules about calls, and files that just do not, and what those rules have to say. */
export const brokenByCalls: Record<string, [texts: Record<string, string>, offences: string[]]> = {
  'no call takes a list of any length as its arguments': [
    {
      'src/a.ts':
        'all.push(...some)\nall.push(one, [...some])\nMath.max(0, ...some)\nMath.max(a, b)\n' +
        'all\n  .splice(0, 1, ...some)\nString.fromCharCode(...codes)\nMath.min.apply(null, some)\n' +
        'join(folder, ...parts)\npush(...some)\n',
      'src/a.test.ts': 'all.push(...some)\n',
      'test/b.ts': 'all.push(...some)\n',
    },
    [
      'src/a.ts:1 call of .push with a list',
      'src/a.ts:3 call of Math.max with a list',
      'src/a.ts:5 call of .splice with a list',
      'src/a.ts:7 call of .fromCharCode with a list',
      'src/a.ts:8 call of .apply with a list',
    ],
  ],
  'files that last are written in one place': [
    {
      'src/a.ts':
        "import { readFile, rename as move } from 'node:fs/promises'\nimport { writeFileSync } from 'fs'\n" +
        "import fs from 'node:fs'\nimport { open, rm } from 'node:fs/promises'\nconst a = open(x, 'wx')\n" +
        "const b = open(x, 'r')\nconst c = open(x)\n",
      'src/files/lasting.ts': "import { rename } from 'node:fs/promises'\nconst a = open(x, 'wx')\n",
      'src/media/store.ts': "import { copyFile } from 'node:fs/promises'\n",
      'src/a.test.ts': "import { writeFile } from 'node:fs/promises'\n",
    },
    [
      'src/a.ts:1 import of rename outside src/files/lasting.ts',
      'src/a.ts:2 import of writeFileSync outside src/files/lasting.ts',
      'src/a.ts:3 import of all of node:fs',
      'src/a.ts:5 open for writing outside src/files/lasting.ts',
    ],
  ],
  'tables of words answer to nothing but their entries': [
    {
      'src/a.ts': 'const kinds: Readonly<Record<string, number>> = { a: 1 }\n',
      'src/b.ts':
        'const none: Readonly<Record<string, number>> = {}\n' +
        'const made: Readonly<Record<string, number>> = wordTable({ a: 1 })\n' +
        "const known: Readonly<Record<'a', number>> = { a: 1 }\nconst own: Record<string, number> = { ...{} }\n",
      'src/b.test.ts': 'const kinds: Readonly<Record<string, number>> = { a: 1 }\n',
    },
    ['src/a.ts:1 table of words that is no wordTable'],
  ],
  'what random runs have to meet does not hang on chance': [
    {
      'test/a.test.ts': 'fc.assert(property, { numRuns: 3 })\nassert.ok(met > 20, told)\n',
      'test/b.test.ts': 'fc.assert(property, { seed: 1 })\nassert.ok(met > 20)\n',
      'test/c.test.ts': 'fc.assert(property, { examples: [[1]] })\nassert.ok(met >= 20)\n',
      'test/d.test.ts': 'fc.assert(property)\nassert.ok(met)\nassert.ok(many > few)\n',
      'test/e.test.ts': 'assert.ok(met > 20)\n',
      'test/f.ts': 'fc.assert(property)\nassert.ok(met > 20)\n',
    },
    ['test/a.test.ts:2 count that hangs on chance'],
  ],
}
