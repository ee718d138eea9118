import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packageRoot } from '#src/package-root.ts'
import { brokenByCalls } from './tidy/broken-by-calls.ts'
import { brokenByCircles, brokenByExports } from './tidy/broken-by-circles.ts'
import { brokenByWrites } from './tidy/broken-by-writes.ts'
import { circleRules } from './tidy/circle-rules.ts'
import { codeRules } from './tidy/code-rules.ts'
import { exportRules } from './tidy/export-rules.ts'
import { folderRules } from './tidy/folder-rules.ts'
import { parseProject, readProject } from './tidy/project.ts'
import { projectRules } from './tidy/project-rules.ts'
import { writeRules } from './tidy/write-rules.ts'

const rules = { ...circleRules, ...codeRules, ...exportRules, ...folderRules, ...projectRules, ...writeRules }
const project = readProject(packageRoot)

for (const [name, rule] of Object.entries(rules)) {
  test(name, () => assert.deepEqual(rule(project), []))
}

const times = (count: number, text: string) => text.repeat(count)
/** A word in two pieces, so that this file does not break the rule that it tries. */
const word = (...pieces: string[]) => pieces.join('')

/** For each rule, files that break it and files that just do not, and what the rule has to say. */
const broken: Record<keyof typeof rules, [texts: Record<string, string>, offences: string[]]> = {
  ...brokenByCalls,
  ...brokenByCircles,
  ...brokenByExports,
  ...brokenByWrites,
  'functions fit on a screen': [
    {
      'src/a.ts': `const it = () => {\n${times(68, '0\n')}}\n/** */\nconst long = () => {\n${times(69, '0\n')}}\n`,
      'src/b.ts': `class Thing {\n  method() {\n${times(69, '0\n')}  }\n}\n`,
      'test/c.test.ts': `describe('many', () => {\n${times(90, '0\n')}})\ntest('one', () => {\n${times(69, '0\n')}})\n`,
      'bin/d.js': `function old() {\n${times(69, '0\n')}}\n`,
      'elsewhere/e.ts': `function far() {\n${times(69, '0\n')}}\n`,
    },
    [
      'src/a.ts:72 function of 71 lines',
      'src/b.ts:2 function of 71 lines',
      'test/c.test.ts:93 function of 71 lines',
      'bin/d.js:1 function of 71 lines',
    ],
  ],
  'files fit in a sitting': [
    { 'src/a.ts': times(300, '0\n'), 'src/b.ts': times(301, '0\n'), 'test/support/world/c.ts': times(301, '0\n') },
    ['src/b.ts has 301 lines'],
  ],
  'lines fit in 120 columns': [
    {
      'src/a.ts': `\n// ${times(117, 'x')}\n// ${times(118, 'x')}\n`,
      'migrations/0001-a.sql': times(121, '-'),
      'README.md': times(121, 'x'),
    },
    ['src/a.ts:3 line of 121 columns', 'migrations/0001-a.sql:1 line of 121 columns'],
  ],
  'names have no banned word': [
    {
      'src/a.ts':
        'import { utilInspect } from "x"\nconst keyManager = utilInspect.keyManager\nclass ServiceWorker {}\n' +
        'const codes = { service_unknown: 1, manage: 2, dtoOf: 3 }\nfunction f(stringUtils: string) {}\n',
      'src/key-helper.ts': '',
      'src/uniting.ts': 'const unity = 1\nconst isErased = unity\nfunction unlike() {}\n',
      'docs/implementation.md': '',
      'docs/how-to-write.md': '| merge | x | `unite`, double |\n| delete | x | `erase` |\n| `unity` | x | y |\n',
    },
    [
      'src/a.ts:2 name keyManager',
      'src/a.ts:3 name ServiceWorker',
      'src/a.ts:4 name dtoOf',
      'src/a.ts:5 name stringUtils',
      'src/uniting.ts:2 name isErased',
      'src/key-helper.ts name',
      'src/uniting.ts name',
    ],
  ],
  'SQL keeps to the common subset': [
    {
      'src/a.ts':
        `const a = sql\`select distinct\n on (id) \${x}\`\nconst b = sql\`… for update\`\nconst c = 'for update'\n` +
        `const d = sql\`select \${x} limit -1\`\nconst e = sql\`select id, constricted\`\n`,
      'src/database/sqlite/sqlite.ts': 'const a = sql`select 1 limit -1`\n',
      'migrations/0001-a.sql': '-- strict\ncreate table a (id integer) strict;',
      'migrations/0002-b.sqlite.sql': 'create table a (id integer) strict;',
    },
    [
      'src/a.ts:1 SQL outside the common subset: distinct\n on',
      'src/a.ts:3 SQL outside the common subset: for update',
      'src/a.ts:5 SQL outside the common subset: limit -1',
      'migrations/0001-a.sql SQL outside the common subset: strict',
    ],
  ],
  'limits stand in the text of a query': [
    {
      'src/a.ts':
        `const a = sql\`select id\n limit \${20}\`\n` +
        `const b = sql\`select id \${limit(20)} offset \${x}\`\nconst c = sql\`limit 20\`\n`,
      'src/a.test.ts': `const a = sql\`limit \${20}\`\n`,
    },
    ['src/a.ts:1 bound limit'],
  ],
  'each database driver has one importer': [
    {
      'src/a.ts': "import { DatabaseSync } from 'node:sqlite'\nimport postgres from 'postgres'\n",
      'src/b.ts': "const sqlite = await import('node:sqlite')\n",
      'test/c.ts': "import postgres from 'postgres'\n",
    },
    ['src/a.ts, src/b.ts import node:sqlite, which one file may'],
  ],
  'only the configuration reads the environment': [
    {
      'src/a.ts': 'const port = process.env.PORT\n// process.env\n',
      'src/b.ts': "import { env } from 'node:process'\n",
      'src/config.ts': 'const env = process.env\n',
      'src/c.test.ts': 'const env = process.env\n',
    },
    ['src/a.ts:1 process.env', 'src/b.ts:1 import of the process module'],
  ],
  'there are no default exports, enums and namespaces': [
    {
      'src/a.ts': 'export default 1\nenum A { B }\nnamespace C {}\ndeclare module "d" {}\ndeclare global {}\n',
      'src/b.ts': 'export default function f() {}\n',
      'src/c.ts': 'const x = 1\nexport { x as default }\nswitch (x) { default: x }\n',
      'src/d.ts': 'export default class D {}\n',
    },
    [
      'src/a.ts:1 default export',
      'src/a.ts:2 enum',
      'src/a.ts:3 namespace',
      'src/b.ts:1 default export',
      'src/c.ts:2 default export',
      'src/d.ts:1 default export',
    ],
  ],
  'files of the package are found from its root': [
    {
      'src/a.ts': 'const a = import.meta.dirname\nconst b = import.meta.url\n',
      'src/package-root.ts': 'const a = import.meta.dirname\n',
    },
    ['src/a.ts:1 import.meta.dirname'],
  ],
  'the top of the source is seen at a glance': [
    Object.fromEntries([...'abcdefghi', 'a.test', 'pages/j'].map((name) => [`src/${name}.ts`, ''])),
    ['src has 9 files at its top'],
  ],
  'folders are seen at a glance': [
    Object.fromEntries(
      Array.from({ length: 26 }, (_, at) => at).flatMap((at) => [
        [`src/pages/${at}.ts`, ''],
        [`src/http/${Math.max(at, 1)}.ts`, ''],
        [`src/http/${at}.test.ts`, ''],
        [`src/http/${at}/index.ts`, ''],
        [`src/texts/${at}.ts`, ''],
      ]),
    ),
    ['src/pages has 26 files'],
  ],
  'imports between folders of the source point downwards': [
    {
      'src/main.ts': "import { a } from './commands/a.ts'\n",
      'src/commands/a.ts': "import { b } from './b.ts'\nimport 'fastify'\n",
      'src/contract/operation.ts': "import type { Kind } from '#src/catalogue/kinds.ts'\n",
      'src/contract/schema.ts': "type Kind = import('#src/catalogue/kinds.ts').Kind\n",
      'src/cache/replies.ts': "const media = await import('#src/media/media.ts')\n",
      'src/config.ts': "export * from './log.ts'\n",
      'src/cache/replies.test.ts': "import { page } from '#src/pages/page.ts'\n",
      'src/shared/a.ts': "import { page } from '#src/pages/page.ts'\n",
      'src/pages/page.ts': "import { a } from '#src/shared/a.ts'\nimport { html } from './html.ts'\n",
      'src/pages/records/a.ts': "import { page } from '../page.ts'\nimport { b } from './b.ts'\n",
      'src/pages/records/b.ts': "import { found } from '../search/found.ts'\n",
      'src/pages/edit/a.ts': "import { home } from '../home/home.ts'\n",
      'src/pages/cellar/a.ts': '',
    },
    [
      'src/contract/operation.ts imports src/catalogue/kinds.ts, and contract is not above catalogue',
      'src/contract/schema.ts imports src/catalogue/kinds.ts, and contract is not above catalogue',
      'src/cache/replies.ts imports src/media/media.ts, and cache is not above media',
      'src/config.ts imports src/log.ts, and config is not above log',
      'src/shared has no floor',
      'src/pages/records/b.ts imports src/pages/search/found.ts, and records is not above search',
      'src/pages/edit/a.ts imports src/pages/home/home.ts, and edit is not above home',
      'src/pages/cellar has no floor',
    ],
  ],
  'only src/http knows the server and its framework': [
    {
      'src/pages/a.ts': "import type { FastifyReply } from 'fastify'\nimport cookie from '@fastify/cookie'\n",
      'src/metrics/b.ts': "import { createServer as listen } from 'node:http'\nimport http from 'node:http'\n",
      'src/import/c.ts': "import { type IncomingMessage, request } from 'node:https'\nimport 'fastifying'\n",
      'src/http/d.ts': "import fastify from 'fastify'\nimport { createServer } from 'node:http'\n",
      'src/pages/e.test.ts': "import fastify from 'fastify'\n",
    },
    [
      'src/pages/a.ts:1 import of a server outside src/http',
      'src/pages/a.ts:2 import of a server outside src/http',
      'src/metrics/b.ts:1 import of a server outside src/http',
      'src/metrics/b.ts:2 import of a server outside src/http',
    ],
  ],
  'notes to oneself name an issue': [
    { 'src/a.ts': `\n// ${word('TO', 'DO')}: later\n// ${word('TO', 'DO')} (#12): later\n// ${word('FIX', 'ME')}\n` },
    ['src/a.ts:2 note to oneself without an issue', 'src/a.ts:4 note to oneself without an issue'],
  ],
  'no text is about the machine it was written on': [
    {
      'README.md': `in \`${word('/ho', 'me/')}ann/x\`\nGET /3/home/page\n${word('npm', 'js.org')}\n`,
      'src/a.ts': `const a = '${word('/tm', 'p/')}x'\nconst b = 'a/tmp/x'\n`,
    },
    [
      'README.md:1 path or host of a machine',
      'src/a.ts:1 path or host of a machine',
      'README.md:3 path or host of a machine',
    ],
  ],
  'each operation is in the table of contents of its group, and each group is mounted': [
    {
      'src/groups/films/index.ts': "import { details } from './details.ts'\n",
      'src/groups/films/details.ts': '',
      'src/groups/films/reviews.ts': "import { rated } from './rated.ts'\nimport { top } from './top.ts'\n",
      'src/groups/films/rated.ts': 'const rated = 1\n',
      'src/groups/films/top.ts': "const top = operation('films.top')\n",
      'src/groups/films/details.test.ts': '',
      'src/groups/people/index.ts': '',
      'src/groups/lost/details.ts': '',
      'src/interface.ts': "import { films } from './groups/films/index.ts'\n",
    },
    [
      'src/groups/films/reviews.ts is not in src/groups/films/index.ts',
      'src/groups/films/top.ts is not in src/groups/films/index.ts',
      'src/groups/people/index.ts is not mounted by any file of src/',
      'src/groups/lost/details.ts is not in src/groups/lost/index.ts',
    ],
  ],
  'every file of the source is used': [
    {
      'src/main.ts': "import { a } from './a.ts'\nconst b = await import('#src/b/b.ts')\n",
      'src/a.ts': "export * from './types.ts'\nimport c from './c.json' with { type: 'json' }\n",
      'src/types.ts': '',
      'src/c.json': '{}',
      'src/b/b.ts': 'const entry = new URL(`write-thread-entry.ts`, import.meta.url)\n',
      'src/b/write-thread-entry.ts': "import type { D } from './d.ts'\n",
      'src/b/d.ts': '',
      'src/b/read-thread-entry.ts': '',
      'src/dead.ts': "import { dying } from './dying.ts'\n",
      'src/dying.ts': '',
      'src/dying.test.ts': "import { dying } from './dying.ts'\n",
    },
    [
      'src/b/read-thread-entry.ts is reached by nothing',
      'src/dead.ts is reached by nothing',
      'src/dying.ts is reached by nothing',
    ],
  ],
  'decision records have a number and a title': [
    {
      'docs/decisions/README.md': '# Decisions\n',
      'docs/decisions/0001-one.md': '# 0001: One\n',
      'docs/decisions/0002-two.md': '# Two\n',
      'docs/decisions/0004-four.md': '# 0004: Four\n',
      'docs/decisions/0005-five.md': '# 0005: \n',
    },
    [
      'docs/decisions/0002-two.md has no title "# 0002: …"',
      'docs/decisions/0004-four.md should have the number 0003',
      'docs/decisions/0005-five.md should have the number 0004',
      'docs/decisions/0005-five.md has no title "# 0005: …"',
    ],
  ],
  'the architecture is read in one sitting': [
    { 'ARCHITECTURE.md': times(201, 'x\n'), 'README.md': times(201, 'x\n') },
    ['ARCHITECTURE.md has 201 lines'],
  ],
  'migrations are numbered without gaps': [
    {
      'migrations/0001-a.sql': '',
      'migrations/0002-b.sqlite.sql': '',
      'migrations/0002-b.postgres.sql': '',
      'migrations/0004-c.sqlite.sql': '',
      'migrations/0005-d.sql': '',
      'migrations/0005-e.sql': '',
      'migrations/6-f.sql': '',
    },
    [
      'migrations/6-f.sql is misnamed',
      'migration 0004 should have the number 0003',
      'migration 0005 should have the number 0004',
      'migration 0004 is neither one text nor a pair: 0004-c.sqlite.sql',
      'migration 0005 is neither one text nor a pair: 0005-d.sql,0005-e.sql',
    ],
  ],
}

for (const [name, rule] of Object.entries(rules)) {
  test(`finds what breaks it: ${name}`, () => {
    const [texts, offences] = broken[name as keyof typeof broken]!
    assert.deepEqual(rule(parseProject(texts)), offences)
  })
}
