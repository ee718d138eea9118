import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const numbers = (media_type: string, total_results: number, language: string | null = null) => ({
  media_type,
  language,
  total_results,
})
const finding = (media_type: string, id: number, name: string, more: object = {}) => ({
  ...{ media_type, id, name, date: '', about: '', series_id: null, season_number: null },
  ...more,
})
const pageOf = (page: number, results: object[], total_results: number) => ({
  page,
  results,
  total_pages: Math.ceil(total_results / 20),
  total_results,
})
const shorts = Array.from({ length: 18 }, (_, at) =>
  finding('movie', 5201 + at, `Short ${String(at + 1).padStart(2, '0')}`),
)
const dayless = [finding('movie', 505, 'Rumours on Tape'), finding('movie', 504, 'Untitled Glimmer'), ...shorts]

scenarios('quality', [
  [
    'all reports with their numbers',
    'GET /commons/1/quality',
    200,
    {
      reports: [
        { report: 'no-release-date', numbers: [numbers('movie', 82), numbers('tv', 101)] },
        {
          report: 'no-overview',
          numbers: [
            numbers('movie', 103, 'en'),
            numbers('movie', 103, 'de'),
            numbers('tv', 103, 'en'),
            numbers('tv', 103, 'de'),
          ],
        },
        { report: 'no-picture', numbers: [numbers('movie', 102), numbers('tv', 102), numbers('person', 103)] },
        { report: 'shared-outside-id', numbers: [numbers('movie', 0), numbers('tv', 0), numbers('person', 0)] },
        { report: 'likely-doubles', numbers: [numbers('movie', 0), numbers('tv', 0)] },
        { report: 'gaps-in-seasons', numbers: [numbers('tv_season', 1)] },
      ],
    },
  ],
  ['what a report names, the best known first', 'GET /commons/1/quality/no-release-date', 200, pageOf(1, dayless, 82)],
  [
    'of seasons',
    'GET /commons/1/quality/gaps-in-seasons',
    200,
    pageOf(1, [finding('tv_season', 6021, 'The Grey Hours', { series_id: 602, season_number: 1 })], 1),
  ],
  [
    'without a text in a language, the last page',
    'GET /commons/1/quality/no-overview?media_type=tv&text_language=de&page=6',
    200,
    pageOf(
      6,
      [99, 100, 101].map((at) => finding('tv', 7000 + at, `Serial ${at}`, { about: 'de' })),
      103,
    ),
  ],
  ['past the end', 'GET /commons/1/quality/no-release-date?page=9', 200, pageOf(9, [], 82)],
  ['a report that there is not', 'GET /commons/1/quality/no-reel', 404, status(34)],
  [
    'a kind that the report is not about',
    'GET /commons/1/quality/gaps-in-seasons?media_type=movie',
    200,
    pageOf(1, [], 0),
  ],
  ['a language that is not looked at', 'GET /commons/1/quality/no-overview?text_language=fr', 200, pageOf(1, [], 0)],
])
