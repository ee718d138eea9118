import type { circleRules } from './circle-rules.ts'
import type { exportRules } from './export-rules.ts'

type Broken<Rules> = Record<keyof Rules, [texts: Record<string, string>, offences: string[]]>

/** For each rule about circles, files that break it and files that just do not, and what the rule has to say. */
export const brokenByCircles: Broken<typeof circleRules> = {
  'folders import each other in no circle': [
    {
      'src/kept/lists/a.ts': "import type { b } from '../marks/b.ts'\n",
      'src/kept/lists/c.ts': '',
      'src/kept/marks/b.ts': "import { d } from '../d.ts'\nimport { e } from './e.ts'\n",
      'src/kept/marks/e.ts': "import { b } from './b.ts'\n",
      'src/kept/d.ts': "import { c } from './lists/c.ts'\n",
      'src/kept/f.ts': "import { a } from './lists/a.ts'\n",
      'src/kept/d.test.ts': "import { f } from './f.ts'\n",
    },
    ['src/kept: d.ts, lists, marks import each other'],
  ],
  'values of files import each other in no circle': [
    {
      'src/a.ts': "import { type B, b } from './b.ts'\n",
      'src/b.ts': "export { c } from './c.ts'\n",
      'src/c.ts': "import { a } from './a.ts'\nimport type { E } from './e.ts'\n",
      'src/d.ts': "import { a } from './a.ts'\nimport { type E } from './e.ts'\n",
      'src/e.ts': "import { d } from './d.ts'\nconst later = () => import('./c.ts')\n",
    },
    ['src/a.ts, src/b.ts, src/c.ts import values of each other'],
  ],
}

/** The same for what files export. */
export const brokenByExports: Broken<typeof exportRules> = {
  'what is exported is imported by others': [
    {
      'src/a.ts': 'export const one = 1\nexport type Two = 2\nexport function three() {}\nconst four = 4\nfour\n',
      'src/b.ts': "import { one } from './a.ts'\nexport const five = one\nexport class Six {}\n",
      'src/c.ts': "export { five } from './b.ts'\nimport * as d from './d.ts'\nconst e = () => import('./e.ts')\n",
      'src/d.ts': 'export const seven = 7\n',
      'src/e.ts': 'export const eight = 8\n',
      'src/f.ts': 'export const nine = 9\n',
      'test/f.test.ts': "import { nine } from '#src/f.ts'\nexport const ten = nine\n",
    },
    [
      'src/a.ts:2 Two is exported, and nobody imports it',
      'src/a.ts:3 three is exported, and nobody imports it',
      'src/b.ts:3 Six is exported, and nobody imports it',
    ],
  ],
}
