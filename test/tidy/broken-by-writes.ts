import { takingByHand, writingByHand } from './write-rules.ts'

/** Files that write past the one door, and files that just do not, and what the rules about it have to say. */
export const brokenByWrites: Record<string, [texts: Record<string, string>, offences: string[]]> = {
  'hourly limits are taken by writes': [
    {
      ...Object.fromEntries(takingByHand.slice(1).map((path) => [path, "import '#src/accounts/hourly-limits.ts'\n"])),
      [takingByHand[0] ?? '']: '',
      'src/accounts/hourly-limits.ts': '',
      'src/pages/lists/a.ts': "import { spendFromHour as spend } from '#src/accounts/hourly-limits.ts'\n",
      'src/groups/lists/b.ts': "import { hourlyLimits } from '#src/contract/hourly-limits.ts'\n",
      'src/kept-import/c.ts': "import { spendFromHour } from '#src/accounts/hourly-limits.ts'\n",
    },
    [
      'src/pages/lists/a.ts takes from an hour without a write',
      `${takingByHand[0]} no longer takes from an hour: test/tidy/write-rules.ts need not name it`,
    ],
  ],
  'pages change something by writes': [
    {
      ...Object.fromEntries(writingByHand.slice(1).map((path) => [path, 'const { writable } = context\n'])),
      [writingByHand[0] ?? '']: '// writable\n',
      'src/pages/page.ts': 'type PageContext = { writable: Database }\n',
      'src/pages/lists/a.ts': 'export const a = ({ writable }: PageContext) => removeList(writable, 1)\n',
    },
    [
      'src/pages/lists/a.ts changes something without a write',
      `${writingByHand[0]} changes nothing by hand: test/tidy/write-rules.ts need not name it`,
    ],
  ],
  'what a write does is done by nothing else': [
    {
      'src/pages/lists/a.ts':
        "import { findList } from '#src/contributions/lists/lists.ts'\n" +
        "import { changeList as change, findList } from '#src/contributions/lists/lists.ts'\n",
      'src/kept-import/b.ts': "import { changeList } from '#src/contributions/lists/lists.ts'\n",
    },
    ['src/pages/lists/a.ts:2 import of changeList, which a write does'],
  ],
}
