"""The letters of a campaign, with random data as a test suite makes it."""
import os
import random
import time

URL = os.environ["FAXSIM_URL"]
AUTH = (os.environ["FAXSIM_API_KEY"], os.environ["FAXSIM_API_SECRET"])
OFFICE = "+12025550220"
NAMES = "Abbott Becker Castro Dunne Ellis Fraser Gupta Hansen Ibarra Jensen Keller Lopez".split()
OFFERS = ["winter tyres", "snow chains", "wiper blades"]
REGULARS = {"Ms Rivera": "+12025550211", "Mr Okafor": "+12025550212"}


def letters():
    """Pairs of a number and a letter, in an order by chance."""
    guests = [f"{random.choice(['Mr', 'Ms'])} {name}" for name in random.sample(NAMES, 3)]
    numbers = [f"+12025550{number}" for number in random.sample(range(160, 180), 3)]
    rows = [*zip(guests, numbers), *REGULARS.items()]
    random.shuffle(rows)
    return [(number, letter(name)) for name, number in rows]


def letter(name):
    offer = f"{random.choice(OFFERS)} at {random.randint(1, 5) * 10} % off"
    return f"Dear {name},\n\nour garage offers you {offer}.\nCall us before Friday.\n"


def summary(count, dollars):
    return f"CAMPAIGN CLOSED\n\n{count} letters arrived.\nCost {dollars:.2f} USD.\n"


def jitter():
    time.sleep(random.random() * 0.02)
