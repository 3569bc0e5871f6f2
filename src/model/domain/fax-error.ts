/** The five kinds of error that a fax can end with. Source: the reference's page on errors. */
export const errorTypes = ['documentConversionError', 'lineError', 'faxError', 'fatalError', 'generalError'] as const;
export type ErrorType = (typeof errorTypes)[number];

/** Why a fax, or the call to one of its recipients, failed. */
export interface FaxError {
  readonly type: ErrorType;
  readonly id: number;
  readonly message: string;
}

/** The ids of each message, by the type of the error. Source: the reference's page on errors, completed from an older table. */
const ids: Readonly<Record<ErrorType, Readonly<Record<string, readonly number[]>>>> = {
  documentConversionError: {
    'There was a problem in converting and merging files to the output file format. Contact support.': [4],
    'There was a problem in converting and merging files to the output file format. Contact Phaxio support.': [51],
    'Could not access the url you provided.': [54],
    'The string_data URL you provided is invalid': [55],
    'There was a problem storing the file you provided.': [57],
    'There was a problem in converting and merging files to the output file format.': [69],
    'User simulated Document Conversion Error': [122],
    'Could not determine mimetype for file.': [128],
    'Mimetype not supported.': [129],
    'Mimetype not supported: application/xml': [130],
    'Failed to normalize PDF document': [133],
  },
  lineError: {
    'The call dropped prematurely': [11, 64, 89, 93, 96, 103, 104, 106, 107, 108, 109, 114],
    Congestion: [15, 74, 98, 101, 102, 111, 124],
    'Ring Timeout': [16, 39],
    Busy: [17, 35, 90, 118],
    'Immediate Hangup': [19],
    'No answer from the fax machine.': [30],
    'Incompatible destination': [32, 71, 92, 95],
    'Phone number not operational': [34, 47, 91, 116, 123],
    'Telephony error': [36, 37, 58, 59, 61, 62, 81, 83, 97, 99],
    'Problem establishing connection': [43],
    'The Receiving Phone Number Is Not Operational': [49],
    'Call rejected': [50, 85],
    'No route available': [52],
    'Telephony Error': [56],
    'Number changed': [73],
    'No answer from the fax machine': [87, 94],
    'Network Error': [88],
    'Problem with remote carrier': [100],
    'Network error': [110],
    'No answer': [112],
    'The phone number has been changed': [115],
    'User requested simulated lineError': [121],
  },
  faxError: {
    'There was an error communicating with the far side.': [6],
    'Far end cannot receive at the size of image': [7],
    'No response after sending a page': [8],
    'Disconnected after permitted retries': [10],
    'Received no response to DCS or TCF': [12],
    'Timed out waiting for the first message': [13],
    'Timed out waiting for initial communication': [14],
    'Unexpected message received': [18],
    'The HDLC carrier did not stop in a timely manner': [20],
    'Received a DCN from remote after sending a page': [21],
    'Received bad response to DCS or training': [22],
    'Far end cannot receive at the resolution of the image': [25],
    'The remote fax machine failed to respond': [26],
    'Failed to train with any of the compatible modems': [28],
    'Invalid response after sending a page': [29],
    'Fax machine incompatibility': [31, 33, 45],
    'The remote fax machine hung up before receiving fax': [38],
    'Telephony error': [40, 42, 78],
    'Unexpected DCN while waiting for DCS or DIS': [41],
    'Telephony Error': [44],
    'Insufficient funds to send fax and not able to auto recharge: There was a problem charging your credit card. Please check your payment information and try again.':
      [46],
    'No answer (The Receiving Machine May Be Out Of Paper)': [48],
    'Unexpected DCN after EOM or MPS sequence': [53],
    'Transmission error after page break': [60],
    'Fax protocol error': [63, 65, 66, 67, 70, 72],
    'Far end is not compatible': [68],
    'Manually canceled by user': [75],
    'Canceled automatically because timeout exceeded': [76],
    'Timed out waiting for receiver ready (ECM mode)': [77],
    "Can't cancel the fax, it's already complete!": [79],
    'Received a DCN while waiting for a DIS': [80],
    'There was an error communicating with the far side': [82],
    'Unexpected command after page received': [84],
    'The file for this fax has been deleted or is not accessible.': [113],
    'No pages received': [117],
    'User requested simulated faxError': [119],
    'Incomplete transmission': [131],
    'No fax tone detected': [132],
    'Phone number is not permitted': [133],
  },
  fatalError: {
    'Could not send the file to the fax server for spooling': [9],
    'There was a problem in the final stages of sending your fax. Contact Phaxio support.': [23],
    'Error 500 - There was a problem in processing your request': [24],
    'User requested simulated fatalError': [126],
  },
  generalError: {
    'General error. Contact Phaxio support.': [3],
    'Insufficient funds to send fax and not able to auto recharge.': [5, 105],
    'Insufficient funds to send fax and not able to auto recharge: Cannot autorecharge. There have been 4 or more failed billing attempts for this card.':
      [86],
    'User requested generalError': [120],
    'Insufficient funds to send fax and not able to auto recharge: Cannot autorecharge at this time. We have attempted to charge repeatedly in the past 2 hours.':
      [125],
  },
};

/** The service's error table, by type and id. Id 133 stands for two errors, of which the reference lists the first. */
export const faxErrors: readonly FaxError[] = errorTypes.flatMap((type) =>
  Object.entries(ids[type])
    .flatMap(([message, known]) => known.map((id) => ({ type, id, message })))
    .sort((one, other) => one.id - other.id),
);

/**
 * Ids of the errors that end the call of a received fax: those whose texts speak of a caller that was connected. Source: id 11
 * is recorded; the others follow from their texts.
 */
const receivedIds: readonly number[] = [11, 13, 14, 18, 20, 117, 131, 132];

/** The errors that faxes of a direction can fail with. */
export const faxErrorsOf = (direction: 'sent' | 'received'): readonly FaxError[] =>
  direction === 'sent' ? faxErrors : faxErrors.filter(({ id }) => receivedIds.includes(id));

const byId = new Map<number, FaxError>();
for (const error of faxErrors) if (!byId.has(error.id)) byId.set(error.id, error);

/** The error with that id; undefined when the service has none. */
export const faxErrorById = (id: number): FaxError | undefined => byId.get(id);
