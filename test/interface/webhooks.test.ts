import { status } from '../support/expected.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'

const webhooks = '/commons/1/webhooks'
const noon = '2026-03-10T12:00:00.000Z'
const ada = { session: 'ada' }
const bo = { session: 'bo' }
const wish = { address: 'https://home.example/hook', types: ['movie.changed', 'episode.airs'], watchlist: true }
const asAda = (body: unknown) => ({ ...ada, body })
const shown = {
  ...{ id: 1, of: 'member', name: '', ...wish, state: 'on', reason: '' },
  ...{ created_at: noon, delivered_at: null, due_at: null, failures: 0 },
}
const secret = /^whsec_[A-Za-z0-9+/]{43}=$/
const made = (id: number) => ({ ...status(1), id, secret })
const add = (title: string, body: object, more: object = ada): Scenario => [
  title,
  `POST ${webhooks}`,
  201,
  made(1),
  { ...more, body },
]
const refused = (title: string, http: number, code: number, body: unknown, more: object = ada): Scenario => [
  title,
  `POST ${webhooks}`,
  http,
  status(code),
  { ...more, body },
]
const one = `${webhooks}/1`
const detailed = { ...shown, waiting: 0, deliveries: [] }
const tested = {
  ...{ message_id: /^msg_[\w-]{24}$/, type: 'webhook.test', state: 'waiting', attempts: 0, next_at: noon },
  body: `{"type":"webhook.test","timestamp":"${noon}","data":{}}`,
  ...{ tried_at: null, status: null, problem: '', detail: '', took_ms: null },
}

scenarios('webhooks', [
  [
    'a webhook is added, shown, changed, tested, paused and deleted by its owner alone',
    [
      ['none yet', `GET ${webhooks}`, 200, { webhooks: [] }, ada],
      add('one', wish),
      ['listed', `GET ${webhooks}`, 200, { webhooks: [shown] }, ada],
      ['not by others', `GET ${webhooks}`, 200, { webhooks: [] }, bo],
      ['in detail', `GET ${one}`, 200, detailed, ada],
      ['not for others', `GET ${one}`, 404, status(34), bo],
      ['changed', `POST ${one}`, 201, status(12), asAda({ ...wish, name: 'Home', types: ['series.changed'] })],
      ['wrongly', `POST ${one}`, 400, status(18), asAda({ ...wish, types: ['edit.waits'] })],
      ['without an address', `POST ${one}`, 422, status(5), asAda({ types: ['movie.changed'] })],
      ['by others', `POST ${one}`, 404, status(34), { ...bo, body: wish }],
      ['as it is now', `GET ${one}`, 200, { ...detailed, name: 'Home', types: ['series.changed'] }, ada],
      ['a test', `POST ${one}/test`, 201, status(1), ada],
      ['a test by others', `POST ${one}/test`, 404, status(34), bo],
      [
        'what waits',
        `GET ${one}`,
        200,
        { ...detailed, name: 'Home', types: ['series.changed'], due_at: noon, waiting: 1, deliveries: [tested] },
        ada,
      ],
      ['paused', `POST ${one}/state`, 201, status(12), asAda({ state: 'paused' })],
      ['once', `POST ${one}/state`, 200, status(40), asAda({ state: 'paused' })],
      ['by others', `POST ${one}/state`, 404, status(34), { ...bo, body: { state: 'on' } }],
      ['no state', `POST ${one}/state`, 422, status(5), asAda({ state: 'off' })],
      ['on again', `POST ${one}/state`, 201, status(12), asAda({ state: 'on' })],
      ['a new secret', `POST ${one}/secret`, 201, { ...status(1), secret }, ada],
      ['for others', `POST ${one}/secret`, 404, status(34), bo],
      ['deleted by others', `DELETE ${one}`, 404, status(34), bo],
      ['deleted', `DELETE ${one}`, 200, status(13), ada],
      ['gone', `GET ${one}`, 404, status(34), ada],
      ['once', `DELETE ${one}`, 404, status(34), ada],
    ],
  ],
  [
    'those of the server are for administrators',
    [refused('by a member', 401, 38, { ...wish, of: 'server', types: ['edit.waits'] })],
  ],
  refused('for a key of somebody else', 404, 34, { ...wish, of: 'key', types: ['movie.changed'] }),
  refused('without types', 422, 5, { ...wish, types: [] }),
  refused('with unknown types', 422, 5, { ...wish, types: ['movie.seen'] }),
  refused('to an address in a private network', 400, 18, { ...wish, address: 'https://10.0.0.1/' }),
  refused('without https', 400, 18, { ...wish, address: 'http://home.example/' }),
  refused('about a list that is not there', 400, 18, { ...wish, list: 99 }),
  refused('about changes of nothing', 400, 18, { address: wish.address, types: wish.types }),
  refused('about records, by a member', 400, 18, { ...wish, records: ['movie:7'] }),
  refused('with an address that is not verified', 401, 32, wish, { session: 'dee' }),
  [
    'about lists',
    [
      add('all', { ...wish, watchlist: false, lists: true, list: 1 }),
      ['as it is', `GET ${one}`, 200, { ...detailed, watchlist: false, lists: true, list: 1 }, ada],
    ],
  ],
  [
    'there cannot be more than ten',
    [
      ...Array.from(
        { length: 10 },
        (_, at): Scenario => [`number ${at + 1}`, `POST ${webhooks}`, 201, made(at + 1), asAda(wish)],
      ),
      refused('one more', 400, 18, wish),
    ],
  ],
])
