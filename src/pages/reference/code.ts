import type { Sent } from './example.ts'

/** The languages that requests are shown in. Each works as it stands, and needs nothing that has to be installed. */
export const languages = ['curl', 'javascript', 'python'] as const
export type CodeLanguage = (typeof languages)[number]

const quoted = (text: string) => `'${text.replace(/'/g, "'\\''")}'`
const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)

function curlOf(site: string, { method, address, bearer, body }: Sent): string {
  return [
    `curl${method === 'GET' ? '' : ` --request ${method}`} ${quoted(`${site}${address}`)}`,
    `--header 'Authorization: Bearer ${bearer}'`,
    ...(body === undefined ? [] : ["--header 'Content-Type: application/json'", `--data ${quoted(body)}`]),
  ].join(' \\\n  ')
}

function fetchOf(site: string, { method, address, bearer, body }: Sent): string {
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'"
  return [
    `const reply = await fetch('${site}${address}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { Authorization: 'Bearer ${bearer}'${type} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body, '  ')}),`]),
    '})',
    'const found = await reply.json()',
  ].join('\n')
}

/** JSON as Python writes it. Strings are the same, and so are numbers. */
const pythonWords = { true: 'True', false: 'False', null: 'None' } as const
const inPython = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"?|\b(?:true|false|null)\b/g, (token) => pythonWords[token as 'null'] ?? token)

function pythonOf(site: string, { method, address, bearer, body }: Sent): string {
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'"
  return [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    ...(body === undefined ? [] : [`body = ${inPython(body)}`]),
    'request = Request(',
    `    '${site}${address}',`,
    ...(method === 'GET' ? [] : [`    method='${method}',`]),
    `    headers={'Authorization': 'Bearer ${bearer}'${type}},`,
    ...(body === undefined ? [] : ['    data=json.dumps(body).encode(),']),
    ')',
    'with urlopen(request) as reply:',
    '    found = json.load(reply)',
  ].join('\n')
}

const writers = { curl: curlOf, javascript: fetchOf, python: pythonOf }

/** A request in a language. */
export const codeOf = (language: CodeLanguage, site: string, sent: Sent): string => writers[language](site, sent)

const withKey = (address: string, key: string) => `${address}${address.includes('?') ? '&' : '?'}api_key=${key}`

/** A stream of server-sent events, which does not end: it is read line by line. */
const streamWriters: typeof writers = {
  curl: (site, { address, bearer }) =>
    `curl --no-buffer ${quoted(`${site}${address}`)} \\\n  --header 'Authorization: Bearer ${bearer}'`,
  javascript: (site, { address, bearer }) =>
    [
      `const stream = new EventSource('${site}${withKey(address, bearer)}')`,
      'stream.onmessage = ({ data }) => console.log(JSON.parse(data).changes)',
    ].join('\n'),
  python: (site, { address, bearer }) =>
    [
      'import json',
      'from urllib.request import Request, urlopen',
      '',
      'request = Request(',
      `    '${site}${address}',`,
      `    headers={'Authorization': 'Bearer ${bearer}'},`,
      ')',
      'with urlopen(request) as stream:',
      '    for line in stream:',
      "        if line.startswith(b'data: '):",
      "            print(json.loads(line[6:])['changes'])",
    ].join('\n'),
}

export const streamCodeOf: typeof codeOf = (language, site, sent) => streamWriters[language](site, sent)
