import type { circleRules } from './circle-rules.ts'

/** For each rule about circles, files that break it and files that just do not, and what the rule has to say. */
export const brokenByCircles: Record<keyof typeof circleRules, [texts: Record<string, string>, offences: string[]]> = {
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
