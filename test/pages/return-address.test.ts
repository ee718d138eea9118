import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formTargetOf, placeOf, returnAddress, withAnswer } from '#src/pages/authenticate/return-address.ts'

const taken: [text: string, href: string, place: string, formTarget: string][] = [
  ['https://app.example', 'https://app.example/', 'app.example', 'https://app.example'],
  ['HTTP://App.Example:8080/a?b=c#d', 'http://app.example:8080/a?b=c#d', 'app.example:8080', 'http://app.example:8080'],
  ['http://127.0.0.1:3000/done', 'http://127.0.0.1:3000/done', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000/done', 'http://[::1]:3000/done', '[::1]:3000', 'http:'],
  [
    'https://bücher.example/ä',
    'https://xn--bcher-kva.example/%C3%A4',
    'xn--bcher-kva.example',
    'https://xn--bcher-kva.example',
  ],
  ['https://app.example?next=//evil', 'https://app.example/?next=//evil', 'app.example', 'https://app.example'],
  ['myapp://callback', 'myapp://callback', 'myapp', 'myapp:'],
  ['MyApp:///callback?x=1', 'myapp:///callback?x=1', 'myapp', 'myapp:'],
  ['example.app:/done', 'example.app:/done', 'example.app', 'example.app:'],
]

describe('an address to return to', () => {
  for (const [text, href, place, formTarget] of taken) {
    test(text, () => {
      const address = returnAddress(text)
      assert.ok(address)
      assert.deepEqual([address.href, placeOf(address), formTargetOf(address)], [href, place, formTarget])
    })
  }
})

const refused = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'javascript://app.example/%0aalert(1)',
  'javascript:/*//*/alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data://text/html,x',
  'vbscript:msgbox(1)',
  'vbscript://x',
  'file:///etc/passwd',
  'blob:https://app.example/1',
  'about:blank',
  'about://blank',
  'view-source:https://app.example',
  'view-source://app.example',
  'chrome://settings',
  'chrome-extension://abc/x.html',
  'moz-extension://abc/x.html',
  'ms-msdt:/id',
  'ms-officecmd://x',
  'search-ms://query=x',
  'intent://scan/#Intent;scheme=x;end',
  'mailto:ada@people.example',
  'tel:123',
  'myapp:callback',
  'a:/x',
  '1app://x',
  'my app://x',
  '//evil.example',
  '/movie/1',
  'app.example',
  '',
  'https:',
  'https://',
  'https:app.example',
  'https:/app.example',
  'https:///app.example',
  'https:\\\\app.example',
  'https://app.example\\@evil.example',
  'https://app.example@evil.example',
  'https://app:example@evil.example',
  'https://:@evil.example',
  'myapp://user@host',
  'https://app.example\t/',
  'https://app.example/\r\nset-cookie: a=b',
  'https://app.example/\u0000',
  'https://app.example/\u202egpj.exe',
  'https://app.example/a b',
  "https://a;script-src'self'.example/",
  'https://a,b.example/',
  'https://*.example/',
  "https://'self'/",
  'https://-app.example/',
  `https://app.example/${'x'.repeat(2_000)}`,
]

describe('nobody is sent to', () => {
  for (const text of refused)
    test(JSON.stringify(text).slice(0, 80), () => assert.equal(returnAddress(text), undefined))
})

const answered: [address: string, answered: string][] = [
  ['https://app.example', 'https://app.example/?request_token=t&approved=true'],
  ['https://app.example/a?b=%20c#d', 'https://app.example/a?b=%20c&request_token=t&approved=true#d'],
  ['https://app.example/?denied=true&b=1&request_token=x', 'https://app.example/?b=1&request_token=t&approved=true'],
  ['myapp://done', 'myapp://done?request_token=t&approved=true'],
]
for (const [address, expected] of answered) {
  test(`the answer stands behind ${address}`, () => {
    assert.equal(withAnswer(returnAddress(address)!, 't', 'approved'), expected)
  })
}
