"""Writes a GTFS feed or a stations list of the size of a country."""

import io
import json
import random
import zipfile

TOWNS = [
    "Новая Слобода", "Верхние Луга", "Красный Яр", "Берёзовка", "Озёрск", "Сосновый Бор", "Каменка", "Заречье",
    "Старая Пристань", "Ольховка", "Дубрава", "Ключи",
]


def clock(seconds):
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def write(path, stations=80_000, threads=50_000, stops=20, seed=1, changed=0):
    """Every station is served if `stations` is at most a tenth of `threads * stops`.

    `changed` of the threads leave a minute later than in the feed of the same seed.
    """
    numbers = random.Random(seed)
    files = {name: io.StringIO() for name in ("agency", "stops", "routes", "calendar", "trips", "stop_times")}
    files["agency"].write("agency_id,agency_name,agency_url,agency_timezone\n")
    for number in range(40):
        files["agency"].write(f"a{number},Перевозчик {number},https://carrier{number}.example,Europe/Moscow\n")
    files["stops"].write("stop_id,stop_name,stop_lat,stop_lon\n")
    side = int(stations ** 0.5) + 1
    for number in range(stations):
        latitude = 45 + 20 * (number // side) / side + numbers.random() * 0.05
        longitude = 30 + 60 * (number % side) / side + numbers.random() * 0.05
        name = f"{TOWNS[number % len(TOWNS)]}, остановка {number}"
        files["stops"].write(f'p{number},"{name}",{latitude:.6f},{longitude:.6f}\n')
    files["routes"].write("route_id,agency_id,route_short_name,route_long_name,route_type\n")
    for number in range(threads // 10):
        files["routes"].write(f"r{number},a{number % 40},{number},,3\n")
    files["calendar"].write(
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        "all,1,1,1,1,1,1,1,20260101,20271231\nweek,1,1,1,1,1,0,0,20260101,20271231\nend,0,0,0,0,0,1,1,20260101,20271231\n"
    )
    files["trips"].write("route_id,service_id,trip_id\n")
    files["stop_times"].write("trip_id,arrival_time,departure_time,stop_id,stop_sequence\n")
    for route in range(threads // 10):
        # The first routes serve each station once, row by row of the grid; the others cross them.
        if route * stops < stations:
            place, step = route * stops, 1
        else:
            place, step = numbers.randrange(stations), numbers.choice([side, side + 1, side - 1])
        for trip in range(10):
            name = f"t{route}-{trip}"
            files["trips"].write(f"r{route},{('all', 'week', 'end')[trip % 3]},{name}\n")
            time = 4 * 3600 + trip * 6300 + (60 if route * 10 + trip < changed else 0)
            for position in range(stops):
                stop = (place + position * step) % stations
                files["stop_times"].write(f"{name},{clock(time)},{clock(time + 60)},p{stop},{position}\n")
                time += 420
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.txt", text.getvalue())


def write_list(path, stations=100_000):
    """A stations list with five stations in each settlement."""
    regions = []
    for region in range(80):
        settlements = []
        for number in range(region * stations // 400, (region + 1) * stations // 400):
            settlements.append({
                "title": f"{TOWNS[number % len(TOWNS)]} {number}", "codes": {"yandex_code": f"c{1_000 + number}"},
                "stations": [
                    {
                        "title": f"{TOWNS[(number + stop) % len(TOWNS)]}, остановка {stop}",
                        "codes": {"yandex_code": f"s{20_000_000 + number * 5 + stop}", "esr_code": f"{number:06}"},
                        "station_type": "bus_stop", "transport_type": "bus", "direction": "Северное направление",
                        "latitude": 45 + number % 200 / 10 + stop / 100, "longitude": 30 + number // 200 / 2,
                    }
                    for stop in range(5)
                ],
            })
        code = {"yandex_code": f"r{10_000 + region}"}
        regions.append({"title": f"Область {region}", "codes": code, "settlements": settlements})
    tree = {"countries": [{"title": "Россия", "codes": {"yandex_code": "l225"}, "regions": regions}]}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(tree, file, ensure_ascii=False)
