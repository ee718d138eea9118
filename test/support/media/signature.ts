import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const form =
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/

/**
 * Whether a request is signed with a secret, by version 4 of the signatures that S3 asks for, worked out from their
 * description. The test server of buckets takes any signature of that version.
 */
export function isSigned(request: IncomingMessage, secret: string): boolean {
  const { authorization = '' } = request.headers
  const [, day = '', region = '', names = '', given = ''] = form.exec(authorization) ?? []
  const url = new URL(request.url ?? '', 'http://localhost')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const asked = [
    ...[request.method, url.pathname, query, headers.join(''), names],
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const digest = createHash('sha256').update(asked).digest('hex')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, digest].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day))
  return hmac(key, text).toString('hex') === given
}
