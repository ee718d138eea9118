/** Files that loop where requests are answered, and files that just do not, and what the rule has to say. */
export const brokenByLoops: Record<string, [texts: Record<string, string>, offences: string[]]> = {
  'loops run beside requests, in a process of their own': [
    {
      'src/mail/a.ts':
        "import { runLoop as again } from '#src/background/loop.ts'\n" +
        'const inner = () => again(() => {}, {})\n' +
        'export function runMails() {\n  return inner()\n}\n' +
        'export const once = () => 1\n',
      'src/mail/b.ts': "import { runMails } from './a.ts'\nexport const wrapped = () => runMails()\n",
      'src/commands/serve.ts': "import { once, runMails } from '#src/mail/a.ts'\n",
      'src/commands/mail.ts': "import { runMails } from '#src/mail/a.ts'\n",
      'src/http/c.ts': "import { keepFollowing } from '#src/background/follow.ts'\n",
      'src/workers/d.ts': "import { wrapped } from '#src/mail/b.ts'\n",
      'src/beside/work.ts': "import { runMails } from '#src/mail/a.ts'\n",
      'src/background/follow.ts': 'export const keepFollowing = () => 1\n',
      'src/background/loop.ts': 'export const runLoop = () => 1\n',
    },
    [
      'src/commands/serve.ts:1 import of runMails, which loops where requests are answered',
      'src/http/c.ts:1 import of keepFollowing, which loops where requests are answered',
      'src/workers/d.ts:1 import of wrapped, which loops where requests are answered',
    ],
  ],
}
