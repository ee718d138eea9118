import { brokenByLoops } from './broken-by-loops.ts'

/** Files that write past the one door, and files that just do not, and what the rules about it have to say. */
export const brokenByWrites: Record<string, [texts: Record<string, string>, offences: string[]]> = {
  ...brokenByLoops,
  'hourly limits are taken by writes': [
    {
      'src/pages/lists/a.ts': "import { spendFromHour as spend } from '#src/accounts/hourly-limits.ts'\n",
      'src/groups/lists/b.ts': "import { hourlyLimits } from '#src/contract/hourly-limits.ts'\n",
      'src/kept-import/c.ts': "import { spendFromHour } from '#src/accounts/hourly-limits.ts'\n",
    },
    ['src/pages/lists/a.ts takes from an hour without a write'],
  ],
  'pages change something by writes': [
    {
      'src/pages/lists/a.ts': "import type { Database, Reader } from '#src/database/database.ts'\n",
      'src/pages/lists/b.ts': "import type { Reader } from '#src/database/database.ts'\n",
      'src/groups/lists/c.ts': "import type { Database } from '#src/database/database.ts'\n",
    },
    ['src/pages/lists/a.ts:1 import of Database, which a write does'],
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
