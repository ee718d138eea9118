import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { batchRequests } from './limits.ts'

const BatchRequest = Type.Object(
  {
    path: Type.String({
      description:
        'The address of a read of this server, as a program would GET it, without its host: below `/3` or ' +
        '`/commons/1`. A key in it is ignored, and a session is that of this read alone',
      examples: ['/3/movie/1?append_to_response=credits'],
    }),
    if_none_match: Type.Optional(
      Type.String({ description: 'The `etag` of an earlier answer: if it is still the same, the answer is 304' }),
    ),
  },
  { title: 'BatchRequest' },
)

const BatchResponse = Type.Object(
  {
    status: Type.Integer({ description: 'The HTTP status that the read would have alone' }),
    etag: Type.Optional(Type.String()),
    content_location: Type.Optional(
      Type.String({ description: 'The path of the record that is shown, if the requested one was merged into it' }),
    ),
    body: Type.Optional(
      Type.Unknown({
        description:
          'The reply, as it would be alone. It is absent with 304; where the limit of the key or of the server is ' +
          'reached, it has `retry_after` in seconds',
      }),
    ),
  },
  { title: 'BatchResponse' },
)

const reads = operation('batch.reads', 'POST /commons/1/batch', {
  summary: `Up to ${batchRequests} reads in one request, each answered as alone, from one state of the catalogue`,
  access: 'key',
  scope: 'read',
  asksOthers: true,
  body: Type.Object(
    { requests: Type.Array(BatchRequest, { minItems: 1, maxItems: batchRequests }) },
    { title: 'BatchRequests' },
  ),
  reply: Type.Object(
    {
      responses: Type.Array(BatchResponse, {
        description: 'In the order of the requests, each of which counts as one',
      }),
    },
    { title: 'BatchResponses' },
  ),

  handle() {
    throw new Error('A batch is answered where its reads are')
  },
})

export const batches = [reads]
export { reads as batch }
