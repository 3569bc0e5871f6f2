import type { RandomDraws } from '../../fiction/seeded-random.ts';
import { medicalTrades } from '../../fiction/trades.ts';
import type { TradeName } from '../../fiction/trades.ts';

/** One line of an invoice, an order or a delivery note. */
export interface LineItem {
  readonly code: string;
  readonly name: string;
  readonly count: number;
  readonly unit: string;
  readonly priceCents: number;
}

const goods = [
  'Hex bolts M8 × 40, zinc plated',
  'Copy paper, 20 lb, white',
  'Ball bearings 6204-2RS',
  'Nitrile gloves, medium',
  'Stretch film 18 in × 1500 ft',
  'Toner cartridge, black',
  'Conveyor belt, 24 in',
  'Safety glasses, clear',
  'Corrugated boxes 12 × 12 × 12',
  'Hydraulic hose 3/8 in',
  'File folders, letter, manila',
  'Cable ties 8 in',
  'Pallet, heat treated, 48 × 40',
  'Flange gasket DN50',
  'Machine oil ISO 68',
  'Work lamp, LED',
  'V-belt A42',
  'Shipping labels 4 × 6',
  'Steel plate 1/4 in, cut',
  'Sandpaper, grit 120',
  'Air filter 20 × 25 × 1',
  'Door closer',
  'Stainless tubing 1 in',
  'Packing tape, clear',
  'Drill bits, HSS, set',
  'Floor cleaner, 1 gal',
  'Padlock, keyed alike',
] as const;

const medicalGoods = [
  'Vacuum tubes, lavender top',
  'Nitrile gloves, medium',
  'Alcohol pads, sterile',
  'Specimen bags, biohazard',
  'Syringes 5 ml',
  'Gauze sponges 4 × 4',
  'Sharps container, 1 gal',
  'Exam table paper, 21 in',
  'Tongue depressors',
  'Face masks, level 2',
  'Needles 22 G × 1 in',
  'Urine cups, 4 oz',
  'Microscope slides, frosted',
  'Pipette tips, 200 µl',
  'Centrifuge tubes, 15 ml',
  'Saline, 0.9 %, 10 ml',
  'Bandages, elastic, 3 in',
  'Thermometer covers',
  'Surface wipes, tub',
  'Cotton swabs, sterile',
  'Lancets, 28 G',
  'Cold packs, instant',
  'Blood pressure cuff, adult',
  'Prescription labels, roll',
] as const;

const services: Partial<Record<TradeName, readonly string[]>> = {
  laboratory: [
    'Complete blood count',
    'Lipid panel',
    'Thyroid panel',
    'Urinalysis',
    'Hemoglobin A1c',
    'Specimen pickup',
    'Metabolic panel',
    'Vitamin D, 25-hydroxy',
    'Ferritin',
    'Culture, throat',
    'Prothrombin time',
    'Iron binding',
  ],
  title: [
    'Title search',
    'Owner’s policy premium',
    'Escrow fee',
    'Recording of deed',
    'Courier',
    'Wire transfer',
    'Notary',
    'Tax certificate',
    'Survey review',
    'Endorsement 8.1',
    'Closing letter',
    'Release tracking',
  ],
  freight: [
    'Line haul, 48 ft dry van',
    'Fuel surcharge',
    'Liftgate at delivery',
    'Detention, per hour',
    'Inside delivery',
    'Reefer surcharge',
    'Pallet exchange',
    'Appointment fee',
    'Layover',
    'Customs paperwork',
    'Driver assist',
    'Tolls',
  ],
  property: [
    'Rent',
    'Water and sewer',
    'Parking space',
    'Late fee',
    'Carpet cleaning',
    'Key replacement',
    'Pest control',
    'Grounds upkeep',
    'Lock change',
    'Storage unit',
    'Trash service',
    'Repair of kitchen tap',
  ],
};

/** `count` different lines of an invoice or an order: the services of a trade that has some, else goods. */
export function items(trade: TradeName, count: number, chance: RandomDraws): LineItem[] {
  const names = services[trade];
  return names === undefined
    ? goodsOf(trade, count, chance)
    : linesOf(names, { count, most: 4, units: ['ea'] }, chance);
}

/** `count` different goods of a business of that trade. */
export const goodsOf = (trade: TradeName, count: number, chance: RandomDraws): LineItem[] =>
  linesOf(
    medicalTrades.includes(trade) ? medicalGoods : goods,
    { count, most: 48, units: ['ea', 'box', 'ctn', 'pk'] },
    chance,
  );

interface LinesForm {
  readonly count: number;
  /** The highest count in a line. */
  readonly most: number;
  readonly units: readonly [string, ...string[]];
}

const linesOf = (names: readonly string[], { count, most, units }: LinesForm, chance: RandomDraws): LineItem[] =>
  chance
    .shuffle(names)
    .slice(0, count)
    .map((name) => ({
      code: `${String.fromCharCode(65 + chance.integer(0, 25))}${chance.integer(1000, 9999)}`,
      name,
      count: chance.integer(1, most),
      unit: chance.pick(units),
      priceCents: chance.integer(295, 24_900),
    }));

export const sum = (lines: readonly LineItem[]): number =>
  lines.reduce((total, item) => total + item.count * item.priceCents, 0);
