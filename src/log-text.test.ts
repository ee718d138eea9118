import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from './log-text.ts'

const noon = new Date(2026, 2, 10, 12, 0, 1, 7).getTime()
const line = (facts: object) => JSON.stringify({ level: 30, time: noon, pid: 1, hostname: 'host', ...facts })

const cases: [title: string, json: string, text: string][] = [
  ['a sentence', line({ msg: 'listening' }), '[12:00:01.007] <green INFO>: <cyan listening>'],
  [
    'facts',
    line({ level: 40, msg: 'slow', ms: 5, of: { ids: [1] } }),
    '[12:00:01.007] <yellow WARN>: <cyan slow> <gray {"ms":5,"of":{"ids":[1]}}>',
  ],
  ['facts without a sentence', line({ level: 20, ms: 5 }), '[12:00:01.007] <blue DEBUG>: <gray {"ms":5}>'],
  [
    'an error',
    line({ level: 50, msg: 'failed', err: { type: 'Error', message: 'no', stack: 'Error: no\n    at x', code: 'E' } }),
    '[12:00:01.007] <red ERROR>: <cyan failed> <gray {"err":{"code":"E"}}>\n    Error: no\n        at x',
  ],
  [
    'an error without a stack',
    line({ level: 60, err: { type: 'Error', message: 'no' } }),
    '[12:00:01.007] <red FATAL>: <gray {"err":{"type":"Error","message":"no"}}>',
  ],
  ['an unknown level', line({ level: 35, msg: 'a' }), '[12:00:01.007] <green 35>: <cyan a>'],
  [
    'what would move the cursor',
    line({ msg: 'a\u001b[31mb\u001b]0;x\u0007c\nd' }),
    '[12:00:01.007] <green INFO>: <cyan abc d>',
  ],
  ['no JSON', 'a warning of Node', 'a warning of Node'],
]

for (const [title, json, text] of cases) {
  test(`a line of the log as text: ${title}`, () => {
    assert.equal(
      textOf(json, (colour, word) => `<${colour} ${word}>`),
      text,
    )
  })
}
