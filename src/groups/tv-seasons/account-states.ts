import { operation } from '#src/contract/operation.ts'
import { SeasonAccountStates, seasonAccountStates } from '#src/kept/account-states.ts'

export const states = operation(
  'season.account_states',
  'GET /3/tv/{series_id}/season/{season_number}/account_states',
  {
    summary: "Ratings of the season's episodes by the account or guest of the session",
    access: 'rater',
    reply: SeasonAccountStates,
    handle: seasonAccountStates,
  },
)
